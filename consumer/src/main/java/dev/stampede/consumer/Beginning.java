package dev.stampede.consumer;

/** The version with which a key that was never seen may begin. */
public enum Beginning {
  /** With 1: otherwise a reader of a topic from its beginning has missed something. */
  WITH_THE_FIRST,
  /** With any: for topics that keep their messages for a while and have had others before. */
  ANYWHERE
}
