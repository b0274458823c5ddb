package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import java.util.List;

/** Faults of the processes that use the libraries: locks and jobs are in their middle then. */
final class LibraryFaults {

  private static final FaultScope PROCESS =
      FaultScope.of(SiteShape::libraryNames, process -> List.of(PartClaim.the(process)));

  private LibraryFaults() {}

  static List<FaultKind> kinds() {
    return List.of(
        new FaultKind(
            "library-kill",
            "kills a process with lock writers and job workers with -9 and starts it again",
            Length.millis(0, 8_000),
            Frequency.SELDOM,
            PROCESS,
            Injection.of(scene -> scene.library().kill(), scene -> scene.library().startAgain())),
        frozen("library-freeze", "for a moment", 100, 4_000),
        frozen("library-freeze-long", "until its locks and leases end", 12_000, 40_000));
  }

  private static FaultKind frozen(String label, String time, long shortest, long longest) {
    return new FaultKind(
        label,
        "stops a process with lock writers and job workers " + time + ", and continues it",
        Length.millis(shortest, longest),
        Frequency.USUAL,
        PROCESS,
        Injection.of(scene -> scene.library().freeze(), scene -> scene.library().thaw()));
  }
}
