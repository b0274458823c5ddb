package dev.stampede.engine.seats;

/**
 * A mark of how far this process has come with a show's changes. A caller that notes the mark and
 * then reads the database has read nothing older than the mark; once the mark differs, that reading
 * may be outdated.
 *
 * @param committed changes with every commit of this process
 * @param heard changes with every piece of news, and when news may have been missed
 */
public record ShowMark(long committed, long heard) {}
