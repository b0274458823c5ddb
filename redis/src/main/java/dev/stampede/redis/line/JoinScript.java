package dev.stampede.redis.line;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line.Answered;
import dev.stampede.engine.waitingroom.LineAnswer;
import dev.stampede.redis.Redis;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Gives places to a group, in order, and says where those are who have one. */
final class JoinScript {

  private static final int BEFORE_ANSWERS = 2;

  private final LineScript script;
  private final long maxWaiting;

  JoinScript(Redis redis, String keyPrefix, long maxWaiting) {
    this.script = new LineScript(redis, keyPrefix, "join");
    this.maxWaiting = maxWaiting;
  }

  CompletableFuture<List<Answered>> run(ShowId show, List<JoinRequest> group) {
    return script
        .askForPeople(show, args -> arguments(args, group))
        .thenApply(answer -> answered(answer, group.size()));
  }

  private void arguments(CommandArgs<String, String> args, List<JoinRequest> group) {
    args.add(maxWaiting);
    for (JoinRequest request : group) {
      args.add(asked(request)).add(request.buyer().sub());
    }
  }

  private static String asked(JoinRequest request) {
    String what = request.joins() ? "j" : "f";
    return request.putBackTo() == 0 ? what : what + request.putBackTo();
  }

  private static List<Answered> answered(List<Object> answer, int count) {
    int epoch = Math.toIntExact(LineScript.number(answer.get(0)));
    long generation = LineScript.number(answer.get(1));
    List<Answered> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String own = (String) answer.get(BEFORE_ANSWERS + i);
      all.add(new Answered(epoch, generation, lineAnswer(own)));
    }
    return all;
  }

  private static LineAnswer lineAnswer(String answer) {
    int blank = answer.indexOf(' ');
    int end = blank < 0 ? answer.length() : blank;
    long number = Long.parseLong(answer, 1, end, 10);
    return switch (answer.charAt(0)) {
      case 'w' -> new LineAnswer.InLine(number, LineAnswer.How.THERE);
      case 'j' -> new LineAnswer.InLine(number, LineAnswer.How.NEW);
      case 'r' -> new LineAnswer.InLine(number, LineAnswer.How.BACK);
      case 'e' -> new LineAnswer.Entering(number);
      case 'a' ->
          new LineAnswer.Inside(
              number, Instant.ofEpochMilli(Long.parseLong(answer, end + 1, answer.length(), 10)));
      case 'n' -> new LineAnswer.NoNumbers();
      case 'm' -> new LineAnswer.Full();
      case 'u' -> new LineAnswer.Unsure();
      case '-' -> new LineAnswer.Absent();
      default -> throw new IllegalStateException("join.lua answered " + answer);
    };
  }
}
