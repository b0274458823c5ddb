package dev.stampede.engine.events;

/** The result of an attempt to send. */
public sealed interface Delivery {

  /** It is there to stay. */
  record Done() implements Delivery {}

  /** Nobody knows how much of it is there; sent again, all of it will be, some of it twice. */
  record Failed(String why) implements Delivery {}
}
