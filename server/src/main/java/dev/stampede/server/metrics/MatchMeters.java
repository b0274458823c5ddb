package dev.stampede.server.metrics;

import dev.stampede.matchmaking.backend.BackendListener;
import dev.stampede.matchmaking.backend.TickSummary;
import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.TicketCounts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The matchmaker in numbers: how many tickets there are, which every server sees alike, and the
 * matches that this one makes. Profiles are ours, so their names are bounded.
 */
public final class MatchMeters implements BackendListener {

  private static final TicketCounts UNKNOWN = new TicketCounts(0, 0, 0);

  /** From "at once" to as long as a ticket lives. */
  private static final List<Duration> WAITS =
      List.of(
          Duration.ofMillis(100),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(3),
          Duration.ofMinutes(10));

  private final MeterRegistry registry;
  private final Timer tick;
  private final Map<String, Profile> profiles;
  private volatile TicketCounts counts = UNKNOWN;

  /** The meters of one profile on this server. */
  private record Profile(Timer waited, Counter matches) {}

  /**
   * The figures of a profile, for people.
   *
   * @param failures failures of its function and its assigner
   */
  public record ProfileFigures(
      String name, long matches, long tickets, Duration meanWait, long failures) {}

  /**
   * Nothing has happened yet.
   *
   * @param profiles the names of what this server makes
   */
  public MatchMeters(MeterRegistry registry, List<String> profiles) {
    this.registry = registry;
    gauge("waiting", "Tickets that wait for a backend", TicketCounts::waiting);
    gauge("leased", "Tickets that a backend has in hand", TicketCounts::leased);
    gauge("assigned", "Tickets assigned since the store began", TicketCounts::assigned);
    this.tick =
        Timer.builder("stampede.match.tick")
            .description("Time that rounds of the matchmaker took")
            .register(registry);
    this.profiles = profiles.stream().collect(Collectors.toMap(Function.identity(), this::profile));
  }

  private void gauge(String what, String description, ToDoubleFunction<TicketCounts> value) {
    Gauge.builder("stampede.match." + what, this, self -> value.applyAsDouble(self.counts))
        .description(description)
        .register(registry);
  }

  private Profile profile(String name) {
    return new Profile(
        Timer.builder("stampede.match.wait")
            .description("From a ticket's creation to its assignment")
            .tag("profile", name)
            .serviceLevelObjectives(WAITS.toArray(Duration[]::new))
            .register(registry),
        Counter.builder("stampede.match.matches")
            .description("Matches made by this server")
            .tag("profile", name)
            .register(registry));
  }

  /** To be called now and then. */
  public void see(TicketCounts now) {
    counts = now;
  }

  /** Returns the counts that were last seen. */
  public TicketCounts counts() {
    return counts;
  }

  /** Returns the figures of each profile, sorted by name. */
  public List<ProfileFigures> profiles() {
    return profiles.keySet().stream().sorted().map(this::figures).toList();
  }

  private ProfileFigures figures(String name) {
    Profile profile = profiles.get(name);
    if (profile == null) {
      throw new IllegalArgumentException("there is no profile " + name);
    }
    return new ProfileFigures(
        name,
        (long) profile.matches.count(),
        profile.waited.count(),
        Duration.ofNanos((long) profile.waited.mean(TimeUnit.NANOSECONDS)),
        failures(name, "function") + failures(name, "assigner"));
  }

  private long failures(String profile, String step) {
    return registry.find("stampede.match." + step).tag("profile", profile).timers().stream()
        .filter(timer -> !label(Ending.WORKED).equals(timer.getId().getTag("ending")))
        .mapToLong(Timer::count)
        .sum();
  }

  @Override
  public void ticked(TickSummary summary, Duration took) {
    tick.record(took);
  }

  @Override
  public void functionRan(String profile, Ending ending, Duration took) {
    step("function", profile, ending).record(took);
  }

  @Override
  public void assignerRan(String profile, Ending ending, Duration took) {
    step("assigner", profile, ending).record(took);
  }

  @Override
  public void evaluatorRan(Ending ending, Duration took) {
    Timer.builder("stampede.match.evaluator")
        .description("Time that the evaluator took, by its ending")
        .tag("ending", label(ending))
        .register(registry)
        .record(took);
  }

  private Timer step(String step, String profile, Ending ending) {
    return Timer.builder("stampede.match." + step)
        .description("Time that a profile's %s took, by its ending".formatted(step))
        .tag("profile", profile)
        .tag("ending", label(ending))
        .register(registry);
  }

  private static String label(Ending ending) {
    return ending.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public void assigned(String profile, List<Duration> waited) {
    Profile known = profiles.get(profile);
    if (known != null) {
      known.matches.increment();
      waited.forEach(each -> known.waited.record(each.isNegative() ? Duration.ZERO : each));
    }
  }

  @Override
  public void refused(String profile, AssignOutcome why) {
    String reason =
        switch (why) {
          case AssignOutcome.TicketsMissing _ -> "missing";
          case AssignOutcome.LeaseLost _ -> "lease-lost";
          case AssignOutcome.Assigned _ -> "none";
        };
    Counter.builder("stampede.match.refused")
        .description("Matches that the store did not take, by why")
        .tag("profile", profile)
        .tag("reason", reason)
        .register(registry)
        .increment();
  }
}
