package dev.stampede.prove.planted;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;

/** All planted bugs, as their files beside this class describe them. */
public final class PlantedBugs {

  /** In a list of names: every bug. */
  public static final String EVERY = "all";

  /** The names of the files. */
  private static final List<String> NAMES =
      List.of(
          "commit-found-by-its-first-event",
          "clock-says-whose-seat-it-is",
          "version-not-checked",
          "operation-forgotten",
          "commit-taken-for-granted",
          "acknowledged-before-the-disk",
          "unlock-without-owner",
          "release-of-anothers-seat",
          "fence-minted-in-redis",
          "relay-after-the-last-id",
          "inbox-that-forgets",
          "pass-not-spent",
          "refund-again",
          "ticket-leased-twice",
          "stale-attempt-commits",
          "expired-hold-revived",
          "hold-taken-before-its-end",
          "several-seats-in-part",
          "top-up-twice",
          "stored-answer-of-today",
          "place-given-twice",
          "seat-news-out-of-order",
          "buyer-limit-not-locked",
          "wallet-not-locked",
          "refused-purchase-keeps-its-seats",
          "cancellation-told-as-confirmation",
          "rewind-not-followed",
          "dead-workers-jobs-stay");

  private PlantedBugs() {}

  /** All bugs, the ones with the most to lose first. */
  public static List<PlantedBug> all() {
    return NAMES.stream().map(PlantedBugs::of).toList();
  }

  /** The bugs that a list names between commas. */
  public static List<PlantedBug> named(String list) {
    return list.equals(EVERY)
        ? all()
        : Stream.of(list.split(",", -1)).map(PlantedBugs::of).toList();
  }

  /** The bug with this name. */
  public static PlantedBug of(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "there is no planted bug '%s'; there are: %s".formatted(name, String.join(", ", NAMES)));
    }
    try (InputStream in = PlantedBugs.class.getResourceAsStream(name + ".bug")) {
      if (in == null) {
        throw new PlantingException("the file of the planted bug %s is missing".formatted(name));
      }
      return BugFile.read(name, new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new PlantingException("%s.bug cannot be read".formatted(name), e);
    }
  }
}
