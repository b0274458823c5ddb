package dev.stampede.locks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A Lua script that answers with a number, sent by its digest, and in full to a server that does
 * not know it yet: after a restart, a failover, or on another node of a cluster.
 */
final class LockScript {

  private static final String SHARED = read("pass.lua");

  private final Wire wire;
  private final byte[] text;
  private final byte[] digest;

  LockScript(Wire wire, String resource) {
    this.wire = wire;
    this.text = (SHARED + read(resource)).getBytes(UTF_8);
    this.digest = sha1(text).getBytes(UTF_8);
  }

  CompletableFuture<Long> run(List<LockName> names, List<String> arguments) {
    CompletableFuture<Long> byDigest = send(CommandType.EVALSHA, args(digest, names, arguments));
    return AnswerTimeout.of(
        byDigest,
        byDigest.exceptionallyCompose(
            e ->
                cause(e) instanceof RedisNoScriptException
                    ? send(CommandType.EVAL, args(text, names, arguments))
                    : CompletableFuture.failedFuture(e)));
  }

  private CompletableFuture<Long> send(CommandType how, CommandArgs<String, String> arguments) {
    return wire.send(how, new IntegerOutput<>(StringCodec.UTF8), arguments);
  }

  private static CommandArgs<String, String> args(
      byte[] script, List<LockName> names, List<String> arguments) {
    CommandArgs<String, String> all = new CommandArgs<>(StringCodec.UTF8);
    all.add(script).add(2L * names.size());
    for (LockName name : names) {
      all.addKey(name.lock()).addKey(name.line());
    }
    return all.addValues(arguments);
  }

  private static Throwable cause(Throwable e) {
    return e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
  }

  private static String read(String resource) {
    try (InputStream in = LockScript.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the classpath; build again");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }

  private static String sha1(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is missing from this JDK", e);
    }
  }
}
