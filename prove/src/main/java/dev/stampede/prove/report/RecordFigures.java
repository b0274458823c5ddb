package dev.stampede.prove.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.CallLine;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import dev.stampede.prove.history.RecordedFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The figures of a run, from its record.
 *
 * @param total all calls
 * @param seconds the calls that completed in each second, from the record's first one on
 * @param kinds the calls of each kind
 * @param servers the calls to each server; -1: calls to none
 * @param refusals how often each answer was given that was not a yes
 * @param impacts the effect of each kind of fault
 */
public record RecordFigures(
    CallCount total,
    List<CallCount> seconds,
    Map<CallKind, CallCount> kinds,
    Map<Integer, CallCount> servers,
    Map<String, Long> refusals,
    List<FaultImpact> impacts) {

  /** Twice as long as the longest run with all of its phases. */
  private static final Duration LONGEST = Duration.ofHours(2);

  private static final long SECOND = 1_000_000;

  /** No server has nearly as many; rarer ones are counted together. */
  private static final int MOST_REFUSALS = 200;

  private static final String OTHER = "other";

  public RecordFigures {
    seconds = List.copyOf(seconds);
    impacts = List.copyOf(impacts);
  }

  /** Reads the record once, a line at a time. */
  public static RecordFigures of(Path record, List<RecordedFault> faults, RunMoments moments) {
    Counting counting = new Counting();
    try (BufferedReader lines = Files.newBufferedReader(record, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        counting.add(CallLine.parse(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the record %s cannot be read".formatted(record), e);
    }
    return counting.figures(faults, moments);
  }

  private static final class Counting {

    private final CallGroup total = new CallGroup();
    private final List<CallGroup> seconds = new ArrayList<>();
    private final Map<CallKind, CallGroup> kinds = new EnumMap<>(CallKind.class);
    private final Map<Integer, CallGroup> servers = new TreeMap<>();
    private final Map<String, Long> refusals = new TreeMap<>();
    private final GoodputCurve goodput = new GoodputCurve();
    private long[] failures = new long[1024];
    private int failed;

    void add(RecordedCall call) {
      long at = call.completedMicros();
      if (at > LONGEST.toNanos() / 1000) {
        throw new IllegalStateException(
            "call %d was answered after %d s, but a record is at most %d s long"
                .formatted(call.id(), at / SECOND, LONGEST.toSeconds()));
      }
      total.add(call);
      second((int) (at / SECOND)).add(call);
      kinds.computeIfAbsent(call.kind(), _ -> new CallGroup()).add(call);
      servers.computeIfAbsent(call.server(), _ -> new CallGroup()).add(call);
      if (call.meaning() != Meaning.DONE) {
        String problem = call.answered().problem();
        boolean isCounted = refusals.containsKey(problem) || refusals.size() < MOST_REFUSALS;
        refusals.merge(isCounted ? problem : OTHER, 1L, Long::sum);
      }
      if (CallGroup.isAcknowledgedChange(call)) {
        goodput.add(at);
      }
      if (CallGroup.isFailed(call)) {
        failures = failed == failures.length ? Arrays.copyOf(failures, failed * 2) : failures;
        failures[failed++] = at;
      }
    }

    private CallGroup second(int number) {
      while (seconds.size() <= number) {
        seconds.add(new CallGroup());
      }
      return seconds.get(number);
    }

    RecordFigures figures(List<RecordedFault> faults, RunMoments moments) {
      return new RecordFigures(
          total.count(),
          seconds.stream().map(CallGroup::count).toList(),
          counts(kinds, () -> new EnumMap<>(CallKind.class)),
          counts(servers, TreeMap::new),
          refusals,
          new FaultImpacts(goodput, Arrays.copyOf(failures, failed), moments).of(faults));
    }

    private static <K> Map<K, CallCount> counts(
        Map<K, CallGroup> groups, Supplier<Map<K, CallCount>> empty) {
      Map<K, CallCount> counts = empty.get();
      groups.forEach((key, group) -> counts.put(key, group.count()));
      return counts;
    }
  }
}
