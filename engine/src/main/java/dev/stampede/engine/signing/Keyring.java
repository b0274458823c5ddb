package dev.stampede.engine.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that all servers of a deployment share: one signs, all of them are believed.
 *
 * <p>A sealed token is {@code <key id>.<payload>.<HMAC-SHA256>}, payload and MAC in base64url. The
 * MAC covers purpose, key id and payload. The payload is signed, not hidden: put nothing secret in
 * it. A token's expiry is the payload's own affair.
 *
 * <p>Keys are rotated while servers run. They are read again every {@link #REFRESH_EVERY}, so that
 * a new one is known everywhere before the first server signs with it ({@link #SIGNS_AFTER}), and
 * one that was removed is soon believed nowhere. A token that names an unknown key all the same has
 * them read at once: one reader at a time, and not more often than every {@link #PAUSE}, so that
 * invented key ids cost the database next to nothing. A token that names a known key costs no I/O.
 */
public final class Keyring {

  /** Longer than any token of ours; what exceeds it is refused before a byte is decoded. */
  public static final int MAX_TOKEN_CHARS = 2_048;

  /** The interval at which {@link #refresh} is to be called. */
  public static final Duration REFRESH_EVERY = Duration.ofSeconds(2);

  /** The same where another watcher notices within a second that the keys have changed. */
  public static final Duration QUIET_REFRESH = Duration.ofSeconds(30);

  /** A key signs when it has been stored for so long: by then every server has read it. */
  public static final Duration SIGNS_AFTER = Duration.ofSeconds(10);

  /** The least time between two reads that unknown key ids cause. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  /** The time that a caller with an unknown key id waits for a read that is under way. */
  private static final Duration READ_WAIT = Duration.ofSeconds(1);

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
  private static final Logger log = LoggerFactory.getLogger(Keyring.class);

  private final SigningKeySource source;
  private final LongSupplier nanos;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Macs macs;

  /** The time at which the last successful read began. */
  private volatile long readNanos;

  /** The time at which the last read for an unknown key id began, successful or not. */
  private volatile long askedNanos;

  /** A ring of keys that never change; the one with the highest id signs. */
  public Keyring(List<SigningKey> keys) {
    this(() -> SigningKeys.newestSigns(keys), System::nanoTime);
  }

  /** A ring that follows its source; reads it once before it returns, and throws if it cannot. */
  public Keyring(SigningKeySource source) {
    this(source, System::nanoTime);
  }

  Keyring(SigningKeySource source, LongSupplier nanos) {
    this.source = source;
    this.nanos = nanos;
    this.readNanos = nanos.getAsLong();
    this.askedNanos = readNanos - PAUSE.toNanos();
    this.macs = new Macs(source.read());
  }

  /** Reads the keys again. Where that fails it throws, and the keys at hand stay in use. */
  public void refresh() {
    reading.lock();
    try {
      read();
    } finally {
      reading.unlock();
    }
  }

  private void read() {
    long begun = nanos.getAsLong();
    Macs before = macs;
    Macs now = new Macs(source.read());
    macs = now;
    readNanos = begun;
    if (now.signingId() != before.signingId()) {
      log.info(
          "signing key {} signs from now on, replacing {}", now.signingId(), before.signingId());
    }
  }

  /** Returns the time since the last successful read of the keys began. */
  public Duration age() {
    return Duration.ofNanos(nanos.getAsLong() - readNanos);
  }

  /** The highest id of a key that is known. */
  public int highestId() {
    return macs.highestId();
  }

  public String seal(Purpose purpose, byte[] payload) {
    Macs keys = macs;
    String signed = keys.signingId() + "." + ENCODER.encodeToString(payload);
    String token =
        signed + "." + ENCODER.encodeToString(keys.mac(keys.signingId(), purpose, signed));
    if (token.length() > MAX_TOKEN_CHARS) {
      throw new IllegalArgumentException(
          "a %s token would be %d characters; the limit is %d"
              .formatted(purpose.label(), token.length(), MAX_TOKEN_CHARS));
    }
    return token;
  }

  /** The payload, if this deployment sealed the token for this purpose; otherwise empty. */
  public Optional<byte[]> open(Purpose purpose, String token) {
    return switch (judge(purpose, token)) {
      case SealVerdict.Genuine(byte[] payload) -> Optional.of(payload);
      case SealVerdict.Forged _, SealVerdict.UnknownKey _ -> Optional.empty();
    };
  }

  /** Opens a token for callers to whom an unknown key is not the same as a forgery. */
  public SealVerdict judge(Purpose purpose, String token) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    if (first < 1 || last == first || token.length() > MAX_TOKEN_CHARS) {
      return new SealVerdict.Forged();
    }
    OptionalInt named = keyId(token.substring(0, first));
    if (named.isEmpty()) {
      return new SealVerdict.Forged();
    }
    int id = named.getAsInt();
    Macs keys = with(id);
    if (!keys.has(id)) {
      return new SealVerdict.UnknownKey(id);
    }
    byte[] mac = keys.mac(id, purpose, token.substring(0, last));
    return matches(mac, token.substring(last + 1))
        ? decode(token.substring(first + 1, last))
            .<SealVerdict>map(SealVerdict.Genuine::new)
            .orElseGet(SealVerdict.Forged::new)
        : new SealVerdict.Forged();
  }

  /** The keys at hand, read again if this one is not among them and a read is due. */
  private Macs with(int id) {
    Macs keys = macs;
    if (keys.has(id)) {
      return keys;
    }
    boolean mine = false;
    try {
      mine = reading.tryLock(READ_WAIT.toNanos(), TimeUnit.NANOSECONDS);
      if (mine && !macs.has(id) && nanos.getAsLong() - askedNanos >= PAUSE.toNanos()) {
        askedNanos = nanos.getAsLong();
        read();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException away) {
      log.warn(
          "signing key {} is unknown and the table signing_key cannot be read; until the server"
              + " has read it, tokens with this key are refused and booking requests with it wait",
          id,
          away);
    } finally {
      if (mine) {
        reading.unlock();
      }
    }
    return macs;
  }

  /**
   * Returns the payload of a token without checking its signature: for callers that have no key,
   * and must decide nothing by it. Empty if the text is no token at all.
   */
  public static Optional<byte[]> unchecked(String token) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    return first < 1 || last == first || token.length() > MAX_TOKEN_CHARS
        ? Optional.empty()
        : decode(token.substring(first + 1, last));
  }

  /**
   * Compares the MACs as text: base64 decoders forgive stray bits, and a token has one spelling.
   */
  private static boolean matches(byte[] expected, String mac) {
    return MessageDigest.isEqual(ENCODER.encode(expected), mac.getBytes(UTF_8));
  }

  private static OptionalInt keyId(String text) {
    return text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  private static Optional<byte[]> decode(String text) {
    try {
      return Optional.of(DECODER.decode(text));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
