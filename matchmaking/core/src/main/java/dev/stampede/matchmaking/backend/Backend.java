package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.match.BestFirst;
import dev.stampede.matchmaking.match.Evaluator;
import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes matches, one {@link #tick()} at a time: claim, read, let every profile propose, choose,
 * give back the tickets in no match, find places, assign. Tickets that were not assigned go back,
 * whatever goes wrong on the way. Several backends share one store; each is used by one thread.
 *
 * <p>A claim takes the oldest. Where more wait than a claim takes, and the oldest do not match, the
 * next claim goes on behind them until all have been seen: tickets without a match do not block
 * others.
 */
public final class Backend {

  private static final Comparator<Ticket> OLDEST_FIRST =
      Comparator.comparing(Ticket::createTime).thenComparing(ticket -> ticket.id().value());

  private final TicketLeases leases;
  private final BackendSettings settings;
  private final BackendListener listener;
  private final Evaluator evaluator;
  private final Step evaluation;
  private final List<PlannedWork> work;
  private final Set<String> profiles;
  private final Placing placing;
  private Instant seenUpTo = Instant.EPOCH;

  /**
   * A backend that removes collisions by score and waiting time.
   *
   * @param plans of profiles with names of their own
   */
  public Backend(TicketLeases leases, List<MatchPlan> plans, BackendSettings settings) {
    this(leases, plans, settings, new BestFirst(), BackendListener.NONE);
  }

  /** The same with the caller's own evaluator and listener. */
  public Backend(
      TicketLeases leases,
      List<MatchPlan> plans,
      BackendSettings settings,
      Evaluator evaluator,
      BackendListener listener) {
    this.leases = leases;
    this.settings = settings;
    this.evaluator = evaluator;
    this.listener = listener;
    this.evaluation = new Step("the evaluator", listener::evaluatorRan);
    this.work = plans.stream().map(plan -> new PlannedWork(plan, listener)).toList();
    this.profiles = work.stream().map(PlannedWork::name).collect(Collectors.toUnmodifiableSet());
    this.placing = new Placing(work, settings.assignerDeadline());
    if (profiles.size() < plans.size()) {
      throw new IllegalArgumentException(
          "%d profiles have only these names: %s; give each a name of its own"
              .formatted(plans.size(), profiles));
    }
  }

  /** The origin of a tick's time: the store's clock at the claim, then this process' own. */
  private record Since(Instant claimed, long nanos) {
    Instant now() {
      return claimed.plusNanos(System.nanoTime() - nanos);
    }
  }

  /** One round. */
  public TickSummary tick() throws InterruptedException {
    long begun = System.nanoTime();
    TickSummary summary = TickSummary.NOTHING;
    try {
      summary = claimAndMatch();
      return summary;
    } finally {
      listener.ticked(summary, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private TickSummary claimAndMatch() throws InterruptedException {
    Lease lease =
        leases.claim(new TicketClaim(settings.ticketsPerTick(), settings.lease(), seenUpTo));
    Since since = new Since(lease.at(), System.nanoTime());
    boolean full = lease.tickets().size() == settings.ticketsPerTick();
    seenUpTo = full ? lease.through() : Instant.EPOCH;
    if (lease.tickets().isEmpty()) {
      return TickSummary.NOTHING;
    }
    OpenLease openLease = new OpenLease(leases, lease, settings.lease());
    List<Match> assigned;
    try {
      assigned = match(lease, openLease, since);
    } finally {
      openLease.close();
    }
    if (openLease.released() == 0) {
      seenUpTo = Instant.EPOCH;
    }
    int tickets = assigned.stream().mapToInt(match -> match.tickets().size()).sum();
    return new TickSummary(
        lease.tickets().size(), full, assigned.size(), tickets, openLease.released());
  }

  private List<Match> match(Lease lease, OpenLease openLease, Since since)
      throws InterruptedException {
    List<Ticket> tickets = leases.read(lease.tickets()).stream().sorted(OLDEST_FIRST).toList();
    Set<TicketId> leased = tickets.stream().map(Ticket::id).collect(Collectors.toSet());
    List<Match> chosen = choose(propose(tickets, leased, lease.at()), leased);
    openLease.keepOnly(
        chosen.stream().flatMap(match -> match.ticketIds().stream()).collect(Collectors.toSet()));
    return assign(lease, openLease, placing.find(chosen), since);
  }

  /** All profiles side by side; one that fails or is late proposes nothing. */
  private List<Match> propose(List<Ticket> tickets, Set<TicketId> leased, Instant now)
      throws InterruptedException {
    long deadline = System.nanoTime() + settings.functionDeadline().toNanos();
    List<Step.Run<List<Match>>> running = new ArrayList<>();
    for (PlannedWork one : work) {
      one.propose(tickets, now).ifPresent(running::add);
    }
    List<Match> proposals = new ArrayList<>();
    for (Step.Run<List<Match>> one : running) {
      proposals.addAll(one.await(deadline).orElseGet(List::of));
    }
    proposals.removeIf(match -> !PlannedWork.isMadeOf(match, leased));
    return proposals;
  }

  /** An evaluator that leaves collisions behind does no harm: of these the first stays. */
  private List<Match> choose(List<Match> proposals, Set<TicketId> leased)
      throws InterruptedException {
    if (proposals.isEmpty()) {
      return List.of();
    }
    long deadline = System.nanoTime() + settings.evaluatorDeadline().toNanos();
    Optional<Step.Run<List<Match>>> running =
        evaluation.begin(() -> evaluator.choose(List.copyOf(proposals)));
    if (running.isEmpty()) {
      return List.of();
    }
    List<Match> chosen = new ArrayList<>(running.get().await(deadline).orElseGet(List::of));
    chosen.removeIf(
        match -> !profiles.contains(match.profile()) || !PlannedWork.isMadeOf(match, leased));
    return BestFirst.withoutCollisions(chosen);
  }

  private List<Match> assign(Lease lease, OpenLease openLease, List<Placed> placed, Since since) {
    if (placed.isEmpty()) {
      return List.of();
    }
    List<AssignOutcome> outcomes =
        leases.assign(lease.token(), placed.stream().map(Placed::group).toList());
    Instant now = since.now();
    List<Match> assigned = new ArrayList<>();
    for (int i = 0; i < placed.size(); i++) {
      Match match = placed.get(i).match();
      switch (outcomes.get(i)) {
        case AssignOutcome.Assigned _ -> {
          openLease.done(match.ticketIds());
          assigned.add(match);
          listener.assigned(match.profile(), waited(match, now));
        }
        case AssignOutcome.TicketsMissing missing -> {
          openLease.done(missing.missing());
          listener.refused(match.profile(), missing);
        }
        case AssignOutcome.LeaseLost lost -> {
          openLease.done(lost.lost());
          listener.refused(match.profile(), lost);
        }
      }
    }
    return assigned;
  }

  private static List<Duration> waited(Match match, Instant now) {
    return match.tickets().stream()
        .map(ticket -> Duration.between(ticket.createTime(), now))
        .toList();
  }
}
