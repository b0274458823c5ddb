package dev.stampede.cli;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.engine.waitingroom.PlaceTokens;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.Hash;
import dev.stampede.engine.waitingroom.draw.LeafMaker;
import dev.stampede.engine.waitingroom.draw.Nonce;
import dev.stampede.engine.waitingroom.draw.ProofCheck;
import dev.stampede.engine.waitingroom.draw.ProofVerdict;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a buyer, or anybody, check a draw without believing the server that made it. */
@Command(
    name = "check-place",
    description = "Recompute a show's draw from what the server has published.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the order holds, and the token's leaf is in it",
      "1:it does not hold, the leaf is missing, or nothing is drawn yet",
      "2:wrong options, or nothing to check where they point"
    })
final class CheckPlace implements Callable<Integer> {

  static final int EXIT_NOT_PROVEN = 1;

  private final Terminal terminal;
  private final ProofReport report;

  @Option(
      names = "--server",
      required = true,
      paramLabel = "URL",
      description = "the server's address, like https://tickets.example")
  private String server = "";

  @Option(names = "--show", required = true, paramLabel = "ID", description = "the show's id")
  private String show = "";

  @Option(
      names = "--place-token",
      paramLabel = "TOKEN",
      description = "the placeToken that you were given; without it the order alone is checked")
  private @Nullable String token;

  @Option(
      names = "--commitment",
      paramLabel = "HEX",
      description = "the commitment that you noted before the sale, to see that it is the same")
  private @Nullable String noted;

  CheckPlace(Terminal terminal) {
    this.terminal = terminal;
    this.report = new ProofReport(terminal.out());
  }

  @Override
  public Integer call() throws InterruptedException {
    try (ProofPages pages = new ProofPages(address(), showId())) {
      Optional<Hash> mine = leaf();
      ProofPage first = pages.first();
      requireNoted(first.head().commitment());
      return switch (first.head()) {
        case DrawProof.Gathering gathering -> report.tooEarly(gathering);
        case DrawProof.Published said -> {
          ProofCheck check = handInAll(said, first, pages);
          yield switch (check.verdict()) {
            case ProofVerdict.Honest _ ->
                mine.map(leaf -> report.place(said, leaf, check.place(leaf)))
                    .orElseGet(() -> report.order(said));
            case ProofVerdict.Refuted refuted -> report.refuted(refuted);
          };
        }
      };
    } catch (CannotCheckException e) {
      terminal.err().println("stampede: " + e.getMessage());
      return e.exitCode();
    }
  }

  private URI address() {
    try {
      URI address = URI.create(server);
      if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
          && address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException noAddress) {
      // Refused below, like one of another kind.
    }
    throw CannotCheckException.wrongUse(
        "--server is '%s'; give an address like https://tickets.example".formatted(server));
  }

  private ShowId showId() {
    return ShowId.parse(show)
        .orElseThrow(
            () ->
                CannotCheckException.wrongUse(
                    "--show is '%s'; give the id as the server says it".formatted(show)));
  }

  /** Returns the leaf of the token's buyer in the draw; empty when no token was given. */
  private Optional<Hash> leaf() {
    if (token == null) {
      return Optional.empty();
    }
    PlaceToken place =
        PlaceTokens.unchecked(token)
            .orElseThrow(
                () ->
                    CannotCheckException.wrongUse(
                        "--place-token is no place token; give it as it came"));
    if (!place.show().equals(showId())) {
      throw CannotCheckException.wrongUse(
          "--place-token is for show %s, not %s".formatted(place.show(), show));
    }
    Nonce nonce =
        Nonce.parse(place.nonce())
            .orElseThrow(
                () ->
                    CannotCheckException.wrongUse(
                        "--place-token has no nonce: its buyer was not part of the draw"));
    return Optional.of(LeafMaker.leaf(place.buyer(), nonce));
  }

  private void requireNoted(Hash published) {
    if (noted == null) {
      return;
    }
    Hash expected =
        Hash.parse(noted)
            .orElseThrow(
                () ->
                    CannotCheckException.wrongUse(
                        "--commitment is '%s'; give its 64 hexadecimal digits".formatted(noted)));
    if (!expected.equals(published)) {
      throw CannotCheckException.notProven(
          "the commitment is now %s; you noted %s. The secret was changed."
              .formatted(published, expected));
    }
  }

  private static ProofCheck handInAll(DrawProof.Published said, ProofPage first, ProofPages pages)
      throws InterruptedException {
    ProofCheck check = new ProofCheck(said);
    int place = add(first, 0, check);
    Optional<String> next = first.next();
    while (next.isPresent() && place <= said.leaves()) {
      ProofPage page = pages.after(next.get());
      if (!page.head().equals(said)) {
        throw CannotCheckException.notProven(
            "the server's page after place %d does not belong to its first".formatted(place));
      }
      place = add(page, place, check);
      // A server that promises more and gives nothing is not asked for ever: leaves are missing.
      next = page.items().isEmpty() ? Optional.empty() : page.next();
    }
    return check;
  }

  /** Returns the last place. */
  private static int add(ProofPage page, int after, ProofCheck check) {
    int place = after;
    for (ProofPage.Item item : page.items()) {
      place++;
      if (item.place() != place) {
        throw CannotCheckException.notProven(
            "the server has leaf %s at place %d; in its own list it stands at %d"
                .formatted(item.leaf(), item.place(), place));
      }
      check.add(item.leaf());
    }
    return place;
  }
}
