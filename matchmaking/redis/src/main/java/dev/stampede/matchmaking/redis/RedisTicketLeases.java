package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.LeaseToken;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.redis.RedisLink;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The store as backends see it. A command for many tickets is sent in parts, so that no script
 * keeps Redis busy for long, and a few parts are under way together.
 */
final class RedisTicketLeases implements TicketLeases {

  /** The most tickets in one script. */
  private static final int PART = 1_000;

  /** The most tickets that one script assigns; a larger match goes alone. */
  private static final int ASSIGNED_TOGETHER = 500;

  private static final Pattern SPACE = Pattern.compile(" ");

  private final TicketSettings settings;
  private final TicketReads reads;
  private final TicketNews news;
  private final Scripts scripts;

  private record Scripts(
      TicketScript claim,
      TicketScript assign,
      TicketScript release,
      TicketScript renew,
      TicketScript count) {}

  RedisTicketLeases(
      RedisLink redis,
      TicketKeys keys,
      TicketSettings settings,
      TicketReads reads,
      TicketNews news) {
    this.settings = settings;
    this.reads = reads;
    this.news = news;
    this.scripts =
        new Scripts(
            new TicketScript(redis, keys, "claim"),
            new TicketScript(redis, keys, "assign"),
            new TicketScript(redis, keys, "release"),
            new TicketScript(redis, keys, "renew"),
            new TicketScript(redis, keys, "count"));
  }

  /** Claims part by part, until one is not full: most of the time the first. */
  @Override
  public Lease claim(TicketClaim claim) {
    LeaseToken token = new LeaseToken(RandomText.fresh());
    List<TicketId> claimed = new ArrayList<>();
    Instant at = Instant.EPOCH;
    Instant through = Instant.EPOCH;
    boolean full = true;
    while (full && claimed.size() < claim.atMost()) {
      int wanted = Math.min(PART, claim.atMost() - claimed.size());
      List<Object> answer = scripts.claim().run(args -> claim(args, claim, wanted, token));
      at = TicketBodies.instant(TicketScript.number(answer.get(0)));
      List<TicketId> part = ids(answer.subList(2, answer.size()));
      if (!part.isEmpty()) {
        through = TicketBodies.instant(TicketScript.number(answer.get(1)));
      }
      claimed.addAll(part);
      full = part.size() == wanted;
    }
    return new Lease(token, claimed, at, through);
  }

  private static void claim(
      CommandArgs<String, String> args, TicketClaim claim, int wanted, LeaseToken token) {
    args.add(wanted)
        .add(micros(claim.lease()))
        .add(token.value())
        .add(TicketBodies.micros(claim.after()));
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }

  private static List<TicketId> ids(List<Object> texts) {
    return texts.stream().map(text -> new TicketId((String) text)).toList();
  }

  @Override
  public List<Ticket> read(List<TicketId> ids) {
    return reads.read(ids);
  }

  @Override
  public List<AssignOutcome> assign(LeaseToken token, List<AssignmentGroup> matches) {
    return TicketScript.askAll(
            together(matches), part -> scripts.assign().ask(args -> assign(args, token, part)))
        .stream()
        .flatMap(List::stream)
        .map(answer -> outcome((String) answer))
        .toList();
  }

  /** Groups the matches into scripts of at most {@link #ASSIGNED_TOGETHER} tickets. */
  private static List<List<AssignmentGroup>> together(List<AssignmentGroup> matches) {
    List<List<AssignmentGroup>> parts = new ArrayList<>();
    List<AssignmentGroup> part = new ArrayList<>();
    int tickets = 0;
    for (AssignmentGroup match : matches) {
      if (!part.isEmpty() && tickets + match.tickets().size() > ASSIGNED_TOGETHER) {
        parts.add(part);
        part = new ArrayList<>();
        tickets = 0;
      }
      part.add(match);
      tickets += match.tickets().size();
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }

  private void assign(
      CommandArgs<String, String> args, LeaseToken token, List<AssignmentGroup> matches) {
    args.add(token.value()).add(settings.validate() ? 1 : 0).add(settings.assignedTtl().toMillis());
    for (AssignmentGroup match : matches) {
      args.add(match.tickets().size()).add(TicketPacking.pack(match.assignment()));
      match.tickets().forEach(ticket -> args.add(ticket.value()));
    }
  }

  private static AssignOutcome outcome(String answer) {
    List<TicketId> named = SPACE.splitAsStream(answer).skip(1).map(TicketId::new).toList();
    return switch (answer.charAt(0)) {
      case 'a' -> new AssignOutcome.Assigned();
      case 'm' -> new AssignOutcome.TicketsMissing(named);
      case 'l' -> new AssignOutcome.LeaseLost(named);
      default -> throw new IllegalStateException("assign.lua answered " + answer);
    };
  }

  @Override
  public int release(LeaseToken token, List<TicketId> ids) {
    return inParts(scripts.release(), ids, (args, part) -> add(args.add(token.value()), part));
  }

  @Override
  public int renew(LeaseToken token, List<TicketId> ids, Duration lease) {
    TicketClaim.refuse(lease);
    return inParts(
        scripts.renew(),
        ids,
        (args, part) -> add(args.add(token.value()).add(micros(lease)), part));
  }

  private interface Arguments {
    void add(CommandArgs<String, String> args, List<TicketId> part);
  }

  private static void add(CommandArgs<String, String> args, List<TicketId> ids) {
    ids.forEach(id -> args.add(id.value()));
  }

  private static int inParts(TicketScript script, List<TicketId> ids, Arguments arguments) {
    return TicketScript.askAll(
            TicketScript.parts(ids, PART), part -> script.ask(args -> arguments.add(args, part)))
        .stream()
        .mapToInt(answer -> Math.toIntExact(TicketScript.number(answer.getFirst())))
        .sum();
  }

  @Override
  public TicketCounts counts() {
    List<Object> answer = scripts.count().run(_ -> {});
    return new TicketCounts(
        TicketScript.number(answer.get(0)),
        TicketScript.number(answer.get(1)),
        TicketScript.number(answer.get(2)));
  }

  @Override
  public WatchOutcome.Watch onArrival(Runnable arrived) {
    return news.onArrival(arrived);
  }
}
