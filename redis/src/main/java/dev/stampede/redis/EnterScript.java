package dev.stampede.redis;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Takes all the seats for a hold, or none. */
final class EnterScript {

  private final Script script;
  private final Duration lockTimeout;

  EnterScript(Redis redis, Duration lockTimeout) {
    this.script = new Script(redis, "enter.lua");
    this.lockTimeout = lockTimeout;
  }

  /** Those of the seats that are another buyer's. */
  CompletableFuture<List<Integer>> run(
      ShowKeys show, List<Integer> seats, Buyer buyer, HoldId hold, Optional<Operation> operation) {
    List<String> names = new ArrayList<>(seats.size() + 1);
    names.add(operation.map(show::done).orElseGet(show::head));
    seats.forEach(seat -> names.add(show.seat(seat)));
    return script
        .run(
            names,
            args ->
                args.add(operation.isPresent() ? "1" : "0")
                    .add(buyer.sub())
                    .add(hold.toString())
                    .add(lockTimeout.toMillis()))
        .thenApply(
            taken ->
                taken.stream()
                    .map(position -> seats.get(Math.toIntExact((Long) position) - 1))
                    .toList());
  }
}
