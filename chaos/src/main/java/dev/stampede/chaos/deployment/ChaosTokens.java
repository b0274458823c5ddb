package dev.stampede.chaos.deployment;

import dev.stampede.harness.TokenSigner;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One token for each person; the secret is new for each deployment. */
public final class ChaosTokens {

  /** The user who tops up wallets and creates the show; all others buy. */
  public static final String OPERATOR = "operator";

  /** The user who confirms payments that were made outside. */
  public static final String SHOP = "shop";

  private static final Set<String> ROLES = Set.of(OPERATOR, SHOP);

  private final TokenSigner signer = new TokenSigner();
  private final Map<String, String> issued = new ConcurrentHashMap<>();

  /** The value of the setting AUTH_SECRET. */
  public String secret() {
    return signer.secret();
  }

  /** Returns the token of the person with this name. */
  public String of(String sub) {
    return issued.computeIfAbsent(
        sub, name -> signer.sign(name, ROLES.contains(name) ? name : "buyer"));
  }
}
