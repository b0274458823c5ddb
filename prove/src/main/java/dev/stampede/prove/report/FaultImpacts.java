package dev.stampede.prove.report;

import dev.stampede.prove.history.RecordedFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Relates each fault to the goodput and the failed calls around it. */
final class FaultImpacts {

  /** Goodput before and after a fault is that of this long. */
  static final Duration AROUND = Duration.ofSeconds(10);

  /** A failed call is a sign of a fault up to this long after its end. */
  static final Duration NOTICED_WITHIN = Duration.ofSeconds(10);

  /** A fault is not recovered from if goodput was not back this long after its end. */
  static final Duration BACK_WITHIN = Duration.ofSeconds(60);

  /** The effect of a single cut or step is looked for in this time. */
  private static final Duration INSTANT = Duration.ofSeconds(1);

  private final GoodputCurve goodput;
  private final long[] failures;
  private final RunMoments moments;

  /**
   * Of one run.
   *
   * @param failures when calls failed, in any order
   */
  FaultImpacts(GoodputCurve goodput, long[] failures, RunMoments moments) {
    this.goodput = goodput;
    this.failures = failures.clone();
    this.moments = moments;
    Arrays.sort(this.failures);
  }

  /** One for each kind, in the order of their labels. */
  List<FaultImpact> of(List<RecordedFault> faults) {
    Map<String, List<RecordedFault>> kinds = new TreeMap<>();
    faults.forEach(fault -> kinds.computeIfAbsent(fault.kind(), _ -> new ArrayList<>()).add(fault));
    return kinds.entrySet().stream().map(kind -> of(kind.getKey(), kind.getValue())).toList();
  }

  private FaultImpact of(String kind, List<RecordedFault> faults) {
    long lasted = 0;
    double before = 0;
    double during = 0;
    double after = 0;
    List<Long> noticed = new ArrayList<>();
    List<Long> recovered = new ArrayList<>();
    for (RecordedFault fault : faults) {
      double earlier = before(fault);
      lasted += fault.endedMicros() - fault.beganMicros();
      before += earlier;
      during += goodput.rate(fault.beganMicros(), effectEnds(fault));
      after += after(fault);
      noticed(fault).ifPresent(noticed::add);
      goodput
          .backAfter(fault.endedMicros(), moments.loadEndedMicros(), earlier, BACK_WITHIN)
          .ifPresent(recovered::add);
    }
    int count = faults.size();
    return new FaultImpact(
        kind,
        count,
        lasted / count,
        new FaultImpact.Goodput(before / count, during / count, after / count),
        noticed.size(),
        median(noticed),
        recovered.size(),
        median(recovered),
        recovered.stream().mapToLong(Long::longValue).max());
  }

  private double before(RecordedFault fault) {
    return goodput.rate(Math.max(0, fault.beganMicros() - micros(AROUND)), fault.beganMicros());
  }

  private double after(RecordedFault fault) {
    long until = Math.min(moments.loadEndedMicros(), fault.endedMicros() + micros(AROUND));
    return goodput.rate(fault.endedMicros(), until);
  }

  private static long effectEnds(RecordedFault fault) {
    return Math.max(fault.endedMicros(), fault.beganMicros() + micros(INSTANT));
  }

  /** The time from the fault's beginning to the first failed call. */
  private OptionalLong noticed(RecordedFault fault) {
    int found = Arrays.binarySearch(failures, fault.beganMicros());
    int first = found < 0 ? -found - 1 : found;
    if (first == failures.length
        || failures[first] > fault.endedMicros() + micros(NOTICED_WITHIN)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(failures[first] - fault.beganMicros());
  }

  private static OptionalLong median(List<Long> values) {
    return values.stream()
        .sorted()
        .mapToLong(Long::longValue)
        .skip((values.size() - 1) / 2)
        .findFirst();
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1000;
  }
}
