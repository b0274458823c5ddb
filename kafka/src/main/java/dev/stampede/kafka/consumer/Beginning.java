package dev.stampede.kafka.consumer;

/** With which version a key may begin that was never seen. */
public enum Beginning {
  /** With 1: whoever reads a topic from its beginning misses something otherwise. */
  WITH_THE_FIRST,
  /** With any: for topics that keep their messages for a while and have had others before. */
  ANYWHERE
}
