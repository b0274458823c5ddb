package dev.stampede.prove;

import dev.stampede.prove.fault.FaultKind;
import dev.stampede.prove.load.SaleLoadPlan;
import dev.stampede.prove.load.library.LibraryPlan;
import dev.stampede.prove.site.SiteOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A run: its faults, its site and its load.
 *
 * @param faulty how long faults are injected
 * @param kinds of faults; those that the site does not allow are left out
 * @param site its size and parts
 * @param load its clients; its seed is also that of the faults
 */
record RunPlan(Duration faulty, List<FaultKind> kinds, SiteOptions site, SaleLoadPlan load) {

  RunPlan {
    kinds = List.copyOf(kinds);
  }

  long seed() {
    return load.seed();
  }

  /** The load, with the library processes in this folder. */
  SaleLoadPlan loadIn(Path folder) {
    LibraryPlan libraries = load.libraries();
    return load.with(new LibraryPlan(libraries.processes(), folder, libraries.classesInFront()));
  }

  RunPlan with(int servers, List<FaultKind> otherKinds, Duration time) {
    return new RunPlan(time, otherKinds, site.withServers(servers), load);
  }

  RunPlan withClassesInServers(Path classes) {
    return new RunPlan(faulty, kinds, site.withClassesInFront(classes), load);
  }

  RunPlan withClassesInLibraries(Path classes) {
    LibraryPlan libraries = load.libraries();
    return new RunPlan(
        faulty,
        kinds,
        site,
        load.with(new LibraryPlan(libraries.processes(), libraries.folder(), List.of(classes))));
  }
}
