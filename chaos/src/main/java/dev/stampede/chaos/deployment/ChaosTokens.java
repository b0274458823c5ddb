package dev.stampede.chaos.deployment;

import dev.stampede.harness.TokenSigner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One token for each person; the secret is new for each experiment. */
public final class ChaosTokens {

  /** The user who tops up wallets and creates the show; everyone else buys. */
  public static final String OPERATOR = "operator";

  private final TokenSigner signer = new TokenSigner();
  private final Map<String, String> issued = new ConcurrentHashMap<>();

  ChaosTokens() {}

  /** The value of the setting AUTH_SECRET. */
  String secret() {
    return signer.secret();
  }

  /** Returns the token of the person with this name. */
  public String of(String sub) {
    return issued.computeIfAbsent(
        sub, name -> signer.sign(name, name.equals(OPERATOR) ? "operator" : "buyer"));
  }
}
