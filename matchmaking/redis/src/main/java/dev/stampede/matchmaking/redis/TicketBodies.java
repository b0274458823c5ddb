package dev.stampede.matchmaking.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.redis.RedisLink;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads bodies and assignments: without a lock, many with one command. */
final class TicketBodies {

  /** The most keys in one command; more commands run at the same time. */
  static final int TOGETHER = 1_000;

  private final TicketKeys keys;

  TicketBodies(TicketKeys keys) {
    this.keys = keys;
  }

  /** Reads a body, or no bytes, for each ticket. */
  CompletableFuture<List<byte[]>> bodies(RedisLink redis, List<TicketId> tickets) {
    return values(redis, tickets.stream().map(keys::body));
  }

  /** Reads an assignment, or no bytes, for each ticket. */
  CompletableFuture<List<byte[]>> places(RedisLink redis, List<TicketId> tickets) {
    return values(redis, tickets.stream().map(keys::place));
  }

  /** Counts the tickets that have a body. */
  CompletableFuture<Long> count(RedisLink redis, List<TicketId> tickets) {
    return sent(
        () ->
            redis
                .commands()
                .exists(tickets.stream().map(keys::body).toArray(String[]::new))
                .toCompletableFuture());
  }

  /** Reads body and assignment with one command, as they were at one moment. */
  CompletableFuture<Optional<Ticket>> whole(RedisLink redis, TicketId ticket) {
    return values(redis, Stream.of(keys.body(ticket), keys.place(ticket)))
        .thenApply(both -> ticket(ticket, both.getFirst(), assignment(both.getLast())));
  }

  private static CompletableFuture<List<byte[]>> values(RedisLink redis, Stream<String> names) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    names.forEach(args::addKey);
    return sent(
        () ->
            redis
                .commands()
                .dispatch(CommandType.MGET, new BytesListOutput(), args)
                .toCompletableFuture());
  }

  private static <T> CompletableFuture<T> sent(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Parses a body that create.lua has written; empty for no bytes. */
  static Optional<Ticket> ticket(TicketId id, byte[] body, Optional<Assignment> assignment) {
    if (body.length == 0) {
      return Optional.empty();
    }
    int digits = 0;
    while (body[digits] != '\n') {
      digits++;
    }
    long micros = Long.parseLong(new String(body, 0, digits, US_ASCII));
    ByteBuffer content = ByteBuffer.wrap(body, digits + 1, body.length - digits - 1);
    return Optional.of(new Ticket(id, TicketPacking.ticket(content), instant(micros), assignment));
  }

  static Optional<Assignment> assignment(byte[] place) {
    return place.length == 0
        ? Optional.empty()
        : Optional.of(TicketPacking.assignment(ByteBuffer.wrap(place)));
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
