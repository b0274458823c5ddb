package dev.stampede.redis.line;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineSnapshot;
import dev.stampede.engine.waitingroom.LineState;
import dev.stampede.redis.Redis;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Lines in Redis as a whole. */
public final class RedisLineState implements LineState {

  /** The index at which the changes begin in the answer of {@code snapshot.lua}. */
  private static final int CHANGES = 17;

  private static final int BEFORE_NUMBERS = 2;

  private final LineScript snapshot;
  private final LineScript numbers;
  private final LineScript extend;
  private final LineScript begin;
  private final LineScript rebuild;
  private final LineScript phase;
  private final LineScript place;
  private final LineScript lease;
  private final LineScript remove;
  private final LinesInUse inUse;

  public RedisLineState(Redis redis, String keyPrefix) {
    this.snapshot = new LineScript(redis, keyPrefix, "snapshot");
    this.numbers = new LineScript(redis, keyPrefix, "numbers");
    this.extend = new LineScript(redis, keyPrefix, "extend");
    this.begin = new LineScript(redis, keyPrefix, "begin");
    this.rebuild = new LineScript(redis, keyPrefix, "rebuild");
    this.phase = new LineScript(redis, keyPrefix, "phase");
    this.place = new LineScript(redis, keyPrefix, "place");
    this.lease = new LineScript(redis, keyPrefix, "lease");
    this.remove = new LineScript(redis, keyPrefix, "remove");
    this.inUse = new LinesInUse(redis, keyPrefix);
  }

  @Override
  public LineSnapshot snapshot(ShowId show, long changesKnown) {
    List<Object> answer = snapshot.run(show, args -> args.add(changesKnown));
    Answer at = new Answer(answer);
    return new LineSnapshot(
        Math.toIntExact(at.number(0)),
        at.number(1),
        phase((String) answer.get(2)),
        new LineSnapshot.Numbers(at.number(3), at.number(4), at.number(5), at.number(7)),
        new LineSnapshot.Counts(
            at.number(6),
            at.number(8),
            at.number(16),
            at.number(9),
            at.number(10),
            at.number(11),
            at.number(12)),
        new LineSnapshot.Changes(at.number(14), at.number(15) == 1, at.numbersFrom(CHANGES)),
        at.number(13) == 1);
  }

  /** An answer with numbers in it. */
  private record Answer(List<Object> values) {
    long number(int index) {
      return LineScript.number(values.get(index));
    }

    long[] numbersFrom(int index) {
      return IntStream.range(index, values.size()).mapToLong(this::number).toArray();
    }
  }

  @Override
  public long[] numbers(ShowId show, long above, int limit) {
    List<Object> answer = numbers.runLong(show, args -> args.add(above).add(limit).add("0"));
    return new Answer(answer).numbersFrom(BEFORE_NUMBERS);
  }

  @Override
  public List<Numbered> numbered(ShowId show, long above, int limit) {
    List<Object> answer = numbers.runLong(show, args -> args.add(above).add(limit).add("1"));
    return IntStream.range(0, (answer.size() - BEFORE_NUMBERS) / 2)
        .map(i -> BEFORE_NUMBERS + i * 2)
        .mapToObj(
            at ->
                new Numbered(
                    LineScript.number(answer.get(at)), new Buyer((String) answer.get(at + 1))))
        .toList();
  }

  @Override
  public long extend(ShowId show, int epoch, long limit) {
    return first(extend, show, args -> args.add(epoch).add(limit));
  }

  @Override
  public boolean begin(ShowId show, Beginning beginning) {
    return first(
            begin,
            show,
            args ->
                args.add(beginning.epoch())
                    .add(beginning.lastNumber())
                    .add(letter(beginning.phase()))
                    .add(beginning.base())
                    .add(beginning.nobodyInFor().toMillis())
                    .add(beginning.nobodyOutFor().toMillis()))
        == 1;
  }

  @Override
  public void rebuild(ShowId show, int epoch, List<Gone> gone, boolean last) {
    var _ =
        first(
            rebuild,
            show,
            args -> {
              args.add(epoch).add(last ? "1" : "0");
              gone.forEach(
                  one ->
                      args.add(one.number())
                          .add(one.passUntil().toEpochMilli())
                          .add(one.buyer().sub()));
            });
  }

  @Override
  public PhaseChange change(ShowId show, Phase from, Phase to) {
    List<Object> answer = phase.runLong(show, args -> args.add(letter(from)).add(letter(to)));
    return switch ((String) answer.getFirst()) {
      case "1" -> new PhaseChange.Done(LineScript.number(answer.get(1)));
      case "0" -> new PhaseChange.InAnotherPhase();
      case "n" -> new PhaseChange.NotEnoughNumbers(LineScript.number(answer.get(2)));
      default -> throw new IllegalStateException("phase.lua answered " + answer);
    };
  }

  @Override
  public void place(ShowId show, List<Numbered> drawn) {
    var _ =
        first(
            place,
            show,
            args -> drawn.forEach(one -> args.add(one.number()).add(one.buyer().sub())));
  }

  @Override
  public boolean lease(ShowId show, String process, Duration lasting) {
    return first(lease, show, args -> args.add(process).add(lasting.toMillis())) == 1;
  }

  @Override
  public boolean remove(ShowId show) {
    return first(remove, show, _ -> {}) > 0;
  }

  @Override
  public Set<ShowId> inUse(Collection<ShowId> here, Duration lasting) {
    return inUse.exchange(here, lasting);
  }

  private static long first(
      LineScript script, ShowId show, Consumer<CommandArgs<String, String>> arguments) {
    return LineScript.number(script.runLong(show, arguments).getFirst());
  }

  private static String letter(Phase phase) {
    return switch (phase) {
      case GATHERING -> "g";
      case DRAWING -> "d";
      case OPEN -> "o";
    };
  }

  private static Phase phase(String letter) {
    return switch (letter) {
      case "g" -> Phase.GATHERING;
      case "d" -> Phase.DRAWING;
      case "o" -> Phase.OPEN;
      default -> throw new IllegalStateException("a line's phase is " + letter);
    };
  }
}
