package dev.stampede.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * A Lua script from a resource file, sent by its digest, and in full to a server that does not know
 * it yet: after a restart, a failover, or on another node of a cluster.
 */
public final class RedisScript {

  private final RedisLink redis;
  private final byte[] text;
  private final String digest;

  /** The script in a file beside a class. */
  public RedisScript(RedisLink redis, Class<?> beside, String file) {
    this(redis, read(beside, file));
  }

  private RedisScript(RedisLink redis, byte[] text) {
    this.redis = redis;
    this.text = text;
    this.digest = sha1(text);
  }

  /** A script that begins with what several share. */
  public static RedisScript of(RedisLink redis, Class<?> beside, String shared, String file) {
    byte[] first = read(beside, shared);
    byte[] second = read(beside, file);
    byte[] text = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, text, first.length, second.length);
    return new RedisScript(redis, text);
  }

  /**
   * Runs it.
   *
   * @param keys all of one hash tag
   * @param arguments adds the script's ARGV
   */
  public CompletableFuture<List<Object>> run(
      List<String> keys, Consumer<CommandArgs<String, String>> arguments) {
    CommandArgs<String, String> byDigest = args(digest.getBytes(UTF_8), keys, arguments);
    return send(CommandType.EVALSHA, byDigest)
        .exceptionallyCompose(
            e ->
                cause(e) instanceof RedisNoScriptException
                    ? send(CommandType.EVAL, args(text, keys, arguments))
                    : CompletableFuture.failedFuture(e));
  }

  private CompletableFuture<List<Object>> send(
      CommandType how, CommandArgs<String, String> arguments) {
    try {
      return redis
          .commands()
          .dispatch(how, new NestedMultiOutput<>(StringCodec.UTF8), arguments)
          .toCompletableFuture();
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private static CommandArgs<String, String> args(
      byte[] script, List<String> keys, Consumer<CommandArgs<String, String>> arguments) {
    CommandArgs<String, String> all = new CommandArgs<>(StringCodec.UTF8);
    all.add(script).add(keys.size()).addKeys(keys);
    arguments.accept(all);
    return all;
  }

  private static Throwable cause(Throwable e) {
    return e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
  }

  private static byte[] read(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the classpath; build again");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
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
