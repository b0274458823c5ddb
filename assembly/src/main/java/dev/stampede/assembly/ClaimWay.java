package dev.stampede.assembly;

/** The two ways to claim; both decide by the same rules on the same rows. */
public enum ClaimWay {
  /** Many claims, one transaction. */
  GROUP_COMMIT("group-commit"),
  /** A transaction for each claim. */
  PER_REQUEST("per-request");

  private final String label;

  ClaimWay(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
