package dev.stampede.engine.events;

/** What became of an attempt to send. */
public sealed interface Delivery {

  /** It is there to stay. */
  record Done() implements Delivery {}

  /** Another server has taken the range over: nothing of ours arrives any more. */
  record TakenOver(String how) implements Delivery {}

  /** Nobody knows whether it is there; sent again, it will be, perhaps twice. */
  record Failed(String why) implements Delivery {}
}
