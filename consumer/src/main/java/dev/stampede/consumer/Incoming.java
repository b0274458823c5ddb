package dev.stampede.consumer;

/** A message and what could be made of it. */
record Incoming<E>(Message message, Reading<E> reading) {

  sealed interface Reading<E> {
    record Good<E>(KeyVersion turn, E event) implements Reading<E> {}

    record Bad<E>(String why) implements Reading<E> {}
  }

  static <E> Incoming<E> of(Message message, EventFormat<E> format) {
    try {
      VersionedEvent<E> read = format.read(message);
      return new Incoming<>(
          message, new Reading.Good<>(new KeyVersion(read.epoch(), read.version()), read.event()));
    } catch (Exception | StackOverflowError e) {
      return new Incoming<>(message, new Reading.Bad<>(Failures.text(e)));
    }
  }

  KeyName name() {
    return message.name();
  }
}
