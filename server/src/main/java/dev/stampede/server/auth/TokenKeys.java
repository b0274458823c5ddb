package dev.stampede.server.auth;

import com.nimbusds.jose.JWSHeader;
import java.util.Set;

/** The keys that sign tokens. */
sealed interface TokenKeys permits SharedSecret, KeySet {

  /** Checks a token's head and signature; nothing else of it is looked at before they are good. */
  Checked check(String token);

  /** The result of the check. */
  sealed interface Checked {

    /** The signature is good: this is what the issuer says. */
    record Good(TokenClaims claims) implements Checked {}

    /** The signature is not good; the reason is fit to be shown to the token's sender. */
    record Bad(String reason) implements Checked {}
  }

  Checked.Bad NOT_A_TOKEN = new Checked.Bad("the token is not a signed JWT");
  Checked.Bad CRITICAL =
      new Checked.Bad("the token has critical header parameters; the server supports none");

  /** Returns the result for a payload whose signature is good. */
  static Checked signed(byte[] payload) {
    return TokenClaims.read(payload).<Checked>map(Checked.Good::new).orElse(NOT_A_TOKEN);
  }

  /** True if the header names parameters that a recipient must understand or refuse (RFC 7515). */
  static boolean isCritical(JWSHeader head) {
    Set<String> critical = head.getCriticalParams();
    return critical != null && !critical.isEmpty();
  }
}
