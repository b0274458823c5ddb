package dev.stampede.locks;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The commands that one instance sends to Redis; each call is one command. */
final class LockCommands {

  /** The answer of {@code take} when all were taken. */
  static final long TAKEN = -1;

  /** The answers of {@code cede}. */
  static final long KEPT = 1;

  static final long CEDED = 0;

  private final Wire wire;
  private final List<String> common;
  private final LockScript take;
  private final LockScript release;
  private final LockScript cede;
  private final LockScript extend;
  private final LockScript leave;

  LockCommands(Wire wire, LockSettings settings, String instance) {
    this.wire = wire;
    this.common =
        List.of(
            channel(settings, ""),
            Long.toString(settings.reservation().toMillis()),
            flag(!wire.isCluster()),
            instance);
    this.take = new LockScript(wire, "take.lua");
    this.release = new LockScript(wire, "release.lua");
    this.cede = new LockScript(wire, "cede.lua");
    this.extend = new LockScript(wire, "extend.lua");
    this.leave = new LockScript(wire, "leave.lua");
  }

  /** On which an instance is told. */
  static String channel(LockSettings settings, String instance) {
    return settings.prefix() + "told:" + instance;
  }

  /** Sets one key if it is absent. */
  CompletableFuture<Boolean> set(LockName name, String token, Duration ttl) {
    CommandArgs<String, String> arguments =
        new CommandArgs<>(StringCodec.UTF8)
            .addKey(name.lock())
            .addValue(token)
            .add(CommandKeyword.NX)
            .add(CommandKeyword.PX)
            .add(ttl.toMillis());
    CompletableFuture<String> command =
        wire.send(CommandType.SET, new StatusOutput<>(StringCodec.UTF8), arguments);
    return AnswerTimeout.of(command, command.thenApply("OK"::equals));
  }

  /** All or none; see {@code take.lua}. */
  CompletableFuture<Long> take(
      List<LockName> names, String token, Duration ttl, Duration stayInLine, boolean spins) {
    return take.run(names, with(token, millis(ttl), millis(stayInLine), flag(spins)));
  }

  /** Releases the owner's locks; answers how many of them were the owner's. */
  CompletableFuture<Long> release(List<LockName> names, String token) {
    return release.run(names, with(token));
  }

  /**
   * To another instance, if one waits; see {@code cede.lua}.
   *
   * @param toSpinners true if callers that spin count
   */
  CompletableFuture<Long> cede(LockName name, String token, Duration ttl, boolean toSpinners) {
    return cede.run(List.of(name), with(token, millis(ttl), flag(toSpinners)));
  }

  /** 1 when all are still the owner's, for their whole time again. */
  CompletableFuture<Long> extend(List<LockName> names, String token, Duration ttl) {
    return extend.run(names, with(token, millis(ttl)));
  }

  /** Leaves all lines, with nothing left behind; nobody waits for the answer. */
  void leave(List<LockName> names, String token) {
    var unused = leave.run(names, with(token));
  }

  private List<String> with(String... own) {
    String[] all = new String[common.size() + own.length];
    for (int i = 0; i < common.size(); i++) {
      all[i] = common.get(i);
    }
    System.arraycopy(own, 0, all, common.size(), own.length);
    return List.of(all);
  }

  private static String flag(boolean value) {
    return value ? "1" : "0";
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
