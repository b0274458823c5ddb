package dev.stampede.redis.line;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineExit.Kind;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RequestBatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Lines in Redis: a sorted set of waiting buyers, and one script for each step. Buyers who ask
 * while a call is under way share the next one, in the order in which they came.
 */
public final class RedisLine implements Line {

  private static final int PAIR = 2;
  private static final int UNSETTLED_FIELDS = 4;

  private final RequestBatcher<JoinRequest> joins = new RequestBatcher<>(this::ask);
  private final JoinScript join;
  private final LineScript leave;
  private final LineScript expire;
  private final LineScript admit;
  private final LineScript settle;
  private final LineScript unsettled;
  private final LineScript end;
  private final LineScript touch;

  /**
   * Lines.
   *
   * @param maxWaiting in one of them
   */
  public RedisLine(Redis redis, String keyPrefix, long maxWaiting) {
    this.join = new JoinScript(redis, keyPrefix, maxWaiting);
    this.leave = new LineScript(redis, keyPrefix, "leave");
    this.expire = new LineScript(redis, keyPrefix, "expire");
    this.admit = new LineScript(redis, keyPrefix, "admit");
    this.settle = new LineScript(redis, keyPrefix, "settle");
    this.unsettled = new LineScript(redis, keyPrefix, "unsettled");
    this.end = new LineScript(redis, keyPrefix, "end");
    this.touch = new LineScript(redis, keyPrefix, "touch");
  }

  @Override
  public Answered join(ShowId show, Buyer buyer, long putBackTo) {
    return ask(new JoinRequest(show, buyer, true, putBackTo));
  }

  @Override
  public Answered find(ShowId show, Buyer buyer, long putBackTo) {
    return ask(new JoinRequest(show, buyer, false, putBackTo));
  }

  private Answered ask(JoinRequest request) {
    joins.add(request);
    return LineScript.awaitEnding(request.answer());
  }

  /**
   * Makes one call for each show of the group, all at the same time. A caller sets no timer: a call
   * has one for all of its group, and a request that has waited that long for earlier calls is not
   * sent. So nobody waits longer than twice the timeout.
   */
  private CompletableFuture<?> ask(List<JoinRequest> group) {
    Map<ShowId, List<JoinRequest>> byShow = new LinkedHashMap<>();
    group.forEach(
        request -> byShow.computeIfAbsent(request.show(), _ -> new ArrayList<>()).add(request));
    return CompletableFuture.allOf(
        byShow.entrySet().stream()
            .map(of -> ask(of.getKey(), of.getValue()))
            .toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<?> ask(ShowId show, List<JoinRequest> group) {
    return join.run(show, group)
        .orTimeout(LineScript.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (answers, away) -> {
              for (int i = 0; i < group.size(); i++) {
                if (away == null) {
                  group.get(i).answer().complete(answers.get(i));
                } else {
                  group.get(i).answer().completeExceptionally(cause(away));
                }
              }
              return null;
            });
  }

  private static Throwable cause(Throwable e) {
    return e.getCause() == null ? e : e.getCause();
  }

  @Override
  public Optional<LineExit> leave(ShowId show, Buyer buyer) {
    List<Object> answer = leave.run(show, args -> args.add(buyer.sub()));
    String letter = (String) answer.get(1);
    return switch (letter) {
      case "-" -> Optional.empty();
      case "e" -> throw new LineUnavailableException("a buyer being let in cannot leave yet");
      case "u" -> throw new LineUnavailableException("the line is being restored after a loss");
      default ->
          Optional.of(
              LineExit.away(
                  Kind.of(letter), LineScript.number(answer.get(2)), epoch(answer), buyer));
    };
  }

  @Override
  public List<LineExit> expire(ShowId show, Duration silence, int atMost) {
    List<Object> answer = expire.run(show, args -> args.add(silence.toMillis()).add(atMost));
    return pairs(answer, Kind.EXPIRED, Instant.EPOCH);
  }

  @Override
  public List<LineExit> admit(ShowId show, Admitting admitting) {
    List<Object> answer =
        admit.run(
            show,
            args ->
                args.add(admitting.perSecond())
                    .add(admitting.ceiling())
                    .add(admitting.atMost())
                    .add(admitting.passUntil().toEpochMilli()));
    return pairs(answer, Kind.ADMITTED, admitting.passUntil());
  }

  private static List<LineExit> pairs(List<Object> answer, Kind kind, Instant passUntil) {
    return IntStream.range(0, (answer.size() - 1) / PAIR)
        .mapToObj(
            i ->
                new LineExit(
                    kind,
                    LineScript.number(answer.get(1 + i * PAIR)),
                    epoch(answer),
                    passUntil,
                    new Buyer((String) answer.get(2 + i * PAIR))))
        .toList();
  }

  private static int epoch(List<Object> answer) {
    return Math.toIntExact(LineScript.number(answer.getFirst()));
  }

  @Override
  public int settle(ShowId show, List<LineExit> written) {
    List<Object> answer =
        settle.run(show, args -> written.forEach(moved -> args.add(moved.number())));
    return Math.toIntExact(LineScript.number(answer.getFirst()));
  }

  @Override
  public List<LineExit> unsettled(ShowId show, Duration longerThan, int about) {
    List<Object> answer = unsettled.run(show, args -> args.add(longerThan.toMillis()).add(about));
    return IntStream.range(0, (answer.size() - 1) / UNSETTLED_FIELDS)
        .mapToObj(i -> 1 + i * UNSETTLED_FIELDS)
        .map(
            at ->
                new LineExit(
                    Kind.of((String) answer.get(at)),
                    LineScript.number(answer.get(at + 1)),
                    epoch(answer),
                    Instant.ofEpochMilli(LineScript.number(answer.get(at + 2))),
                    new Buyer((String) answer.get(at + 3))))
        .toList();
  }

  @Override
  public int end(ShowId show, List<BookedPass> spent, int atMost) {
    List<Object> answer =
        end.run(
            show,
            args -> {
              args.add(atMost);
              spent.forEach(one -> args.add(one.number()).add(one.seats()).add(one.buyer().sub()));
            });
    return Math.toIntExact(LineScript.number(answer.getFirst()));
  }

  @Override
  public void touch(ShowId show, List<Buyer> buyers) {
    var _ = touch.run(show, args -> buyers.forEach(buyer -> args.add(buyer.sub())));
  }
}
