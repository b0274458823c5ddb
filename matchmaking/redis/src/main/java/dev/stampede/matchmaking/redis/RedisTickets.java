package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.matchmaking.ticket.Watcher;
import dev.stampede.redis.RedisLink;
import dev.stampede.redis.RequestBatcher;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The store as those see it who want to play. Those who come together are written together. */
final class RedisTickets implements Tickets {

  private final RedisLink redis;
  private final TicketSettings settings;
  private final TicketBodies bodies;
  private final TicketWatchers watchers;
  private final TicketScript create;
  private final TicketScript delete;
  private final TicketScript deindex;
  private final RequestBatcher<CreateRequest> creations = new RequestBatcher<>(this::create);

  RedisTickets(RedisLink redis, TicketKeys keys, TicketSettings settings, TicketWatchers watchers) {
    this.redis = redis;
    this.settings = settings;
    this.bodies = new TicketBodies(keys);
    this.watchers = watchers;
    this.create = new TicketScript(redis, keys, "create");
    this.delete = new TicketScript(redis, keys, "delete");
    this.deindex = new TicketScript(redis, keys, "deindex");
  }

  @Override
  public Creation create(NewTicket content) {
    CreateRequest wanted =
        new CreateRequest(new TicketId(RandomText.fresh()), content, new CompletableFuture<>());
    creations.add(wanted);
    return TicketScript.await(wanted.answer());
  }

  private CompletableFuture<?> create(List<CreateRequest> group) {
    return create
        .ask(
            args -> {
              args.add(settings.ticketTtl().toMillis()).add(settings.maxWaiting());
              group.forEach(
                  one -> args.add(one.id().value()).add(TicketPacking.pack(one.content())));
            })
        .handle(
            (answer, away) -> {
              for (int i = 0; i < group.size(); i++) {
                if (away == null) {
                  group.get(i).answer().complete(creation(group.get(i), answer, i));
                } else {
                  group.get(i).answer().completeExceptionally(away);
                }
              }
              return null;
            });
  }

  private Creation creation(CreateRequest one, List<Object> answer, int index) {
    if (index >= TicketScript.number(answer.get(0))) {
      return new Creation.Full(settings.maxWaiting());
    }
    long micros = TicketScript.number(answer.get(1)) + index;
    return new Creation.Created(
        new Ticket(one.id(), one.content(), TicketBodies.instant(micros), Optional.empty()));
  }

  @Override
  public Optional<Ticket> find(TicketId id) {
    return TicketScript.await(bodies.whole(redis, id));
  }

  @Override
  public void delete(TicketId id) {
    var _ = delete.run(args -> args.add(id.value()));
  }

  @Override
  public boolean deindex(TicketId id) {
    return TicketScript.number(deindex.run(args -> args.add(id.value())).getFirst()) == 1;
  }

  @Override
  public WatchOutcome watch(TicketId id, Watcher watcher) {
    return watchers.watch(id, watcher);
  }
}
