package dev.stampede.server.claim;

import dev.stampede.engine.claim.Claim;
import dev.stampede.server.http.Answer;

/** Hears how each claim was answered. Called by the claims' own threads: be quick, do not throw. */
@FunctionalInterface
public interface ClaimAnswerListener {

  ClaimAnswerListener NONE = (claim, answer) -> {};

  void answered(Claim claim, Answer answer);
}
