package dev.stampede.prove.fault;

import dev.stampede.prove.history.RecordedFault;
import dev.stampede.prove.load.library.LibraryProcess;
import dev.stampede.prove.site.ProveSite;
import dev.stampede.prove.site.SiteLink;
import dev.stampede.prove.site.SiteServer;
import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.OwnRedis;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** One fault at work: its place, its size, and what is written down about it. */
final class FaultScene {

  static final String LOCKS = "redis-locks";
  private static final long UNSET = -1;

  private final ProveSite site;
  private final PlannedFault plan;
  private final LongSupplier clock;
  private final RandomGenerator random;
  private volatile long began;
  private volatile long ended = UNSET;
  private volatile String note = "";

  FaultScene(ProveSite site, PlannedFault plan, LongSupplier clock) {
    this.site = site;
    this.plan = plan;
    this.clock = clock;
    this.random = new SplittableRandom(plan.seed());
    this.began = clock.getAsLong();
  }

  ProveSite site() {
    return site;
  }

  String target() {
    return plan.target();
  }

  Duration length() {
    return plan.length();
  }

  RandomGenerator random() {
    return random;
  }

  /** The clock of the record. */
  LongSupplier clock() {
    return clock;
  }

  SiteServer server() {
    return site.servers().stream()
        .filter(server -> server.name().equals(target()))
        .findFirst()
        .orElseThrow(this::nowhere);
  }

  LibraryProcess library() {
    return site.libraries().stream()
        .filter(process -> process.name().equals(target()))
        .findFirst()
        .orElseThrow(this::nowhere);
  }

  SiteLink link() {
    return site.links().stream()
        .filter(link -> link.name().equals(target()))
        .findFirst()
        .orElseThrow(this::nowhere);
  }

  OwnRedis redis() {
    return target().equals(LOCKS)
        ? site.services().locks()
        : numbered(site.services().redis().nodes());
  }

  OwnKafka broker() {
    return numbered(site.services().brokers());
  }

  /** The number at the end of the target's name. */
  int number() {
    return Integer.parseInt(target().substring(target().lastIndexOf('-') + 1));
  }

  private <T> T numbered(List<T> all) {
    if (number() >= all.size()) {
      throw nowhere();
    }
    return all.get(number());
  }

  private IllegalStateException nowhere() {
    return new IllegalStateException("the site has no " + target());
  }

  /** The harm begins now, and not when its preparation began. */
  void begins() {
    begins(clock.getAsLong());
  }

  void begins(long micros) {
    began = micros;
  }

  /** The harm is over now, though its injection lasts. */
  void ends() {
    ended = clock.getAsLong();
  }

  /** The size of the harm. */
  void note(String detail) {
    note = detail;
  }

  /** The record of it, once it is repaired; a failure is told in it. */
  RecordedFault recorded(String failure) {
    boolean isStep = plan.kind().length().isStep();
    long end = ended != UNSET ? ended : isStep ? began : clock.getAsLong();
    String size = isStep ? note : (plan.length().toMillis() + " ms " + note).strip();
    return new RecordedFault(
        plan.kind().label(),
        plan.target(),
        began,
        Math.max(began, end),
        failure.isEmpty() ? size : (size + " " + failure).strip());
  }
}
