package dev.stampede.consumer;

/**
 * Makes an event of a message. It must not depend on anything else: a message that cannot be read
 * is put aside at once, since it will not read any better the next time.
 *
 * @param <E> the type of its events
 */
@FunctionalInterface
public interface EventFormat<E> {

  VersionedEvent<E> read(Message message) throws Exception;
}
