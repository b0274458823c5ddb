package dev.stampede.cli;

import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.Hash;
import dev.stampede.engine.waitingroom.draw.ProofVerdict;
import java.io.PrintStream;
import java.util.OptionalInt;
import picocli.CommandLine.ExitCode;

/** Says in words what a check has found, and which exit code that is. */
final class ProofReport {

  private final PrintStream out;

  ProofReport(PrintStream out) {
    this.out = out;
  }

  int tooEarly(DrawProof.Gathering gathering) {
    out.printf("show %s is not drawn yet: that is done when its sale opens%n", gathering.show());
    out.printf("commitment  %s%n", gathering.commitment());
    out.printf("note it, and check again after the opening with --commitment%n");
    return CheckPlace.EXIT_NOT_PROVEN;
  }

  /** For who has no leaf in it. */
  int order(DrawProof.Published said) {
    whatHolds(said);
    out.printf("the order of the %d leaves is the one the secret gives%n", said.leaves());
    return ExitCode.OK;
  }

  int place(DrawProof.Published said, Hash leaf, OptionalInt place) {
    whatHolds(said);
    if (place.isPresent()) {
      out.printf(
          "your leaf %s is at place %d of %d; the order is the one the secret gives%n",
          leaf, place.getAsInt(), said.leaves());
      return ExitCode.OK;
    }
    out.printf("your leaf %s is not among the %d%n", leaf, said.leaves());
    out.printf("either you joined after the sale had opened, and stand behind all of them,%n");
    out.printf("or you were left out: keep your place token, which the server has signed%n");
    return CheckPlace.EXIT_NOT_PROVEN;
  }

  private void whatHolds(DrawProof.Published said) {
    out.printf("commitment  %s  is that of the secret%n", said.commitment());
    out.printf("root        %s  is that of the %d leaves%n", said.root(), said.leaves());
    out.printf("drawn at    %s%n", said.drawnAt());
  }

  int refuted(ProofVerdict.Refuted verdict) {
    String what =
        switch (verdict) {
          case ProofVerdict.WrongSecret wrong ->
              "the secret is not the one that was promised: its commitment is %s, not %s"
                  .formatted(wrong.ofSecret(), wrong.commitment());
          case ProofVerdict.WrongCount wrong ->
              "%d leaves are published; there are said to be %d"
                  .formatted(wrong.published(), wrong.said());
          case ProofVerdict.LeafTwice wrong -> "leaf %s has two places".formatted(wrong.leaf());
          case ProofVerdict.WrongRoot wrong ->
              "these are not the leaves that were drawn: their root is %s, not %s"
                  .formatted(wrong.ofLeaves(), wrong.said());
          case ProofVerdict.WrongOrder wrong ->
              "the order is not the one the secret gives: leaf %s, at place %d, belongs before the one in front of it"
                  .formatted(wrong.leaf(), wrong.place());
        };
    out.println("THE PROOF DOES NOT HOLD: " + what);
    return CheckPlace.EXIT_NOT_PROVEN;
  }
}
