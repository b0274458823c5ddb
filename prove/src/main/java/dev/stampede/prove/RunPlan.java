package dev.stampede.prove;

import dev.stampede.prove.fault.FaultKind;
import dev.stampede.prove.fault.FaultPlan;
import dev.stampede.prove.load.SaleLoadPlan;
import dev.stampede.prove.load.library.LibraryPlan;
import dev.stampede.prove.site.ServerBuild;
import dev.stampede.prove.site.SiteOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A run: its faults, its site and its load.
 *
 * @param faults what is broken, how often and for how long
 * @param site its size and parts
 * @param load its clients; its seed is also that of the faults
 */
record RunPlan(FaultPlan faults, SiteOptions site, SaleLoadPlan load) {

  long seed() {
    return load.seed();
  }

  /** The load, with the library processes in this folder. */
  SaleLoadPlan loadIn(Path folder) {
    LibraryPlan libraries = load.libraries();
    return load.with(new LibraryPlan(libraries.processes(), folder, libraries.classesInFront()));
  }

  RunPlan with(int servers, List<FaultKind> otherKinds, Duration time) {
    return new RunPlan(faults.with(otherKinds, time), site.withServers(servers), load);
  }

  RunPlan upgradedFrom(ServerBuild earlier) {
    return new RunPlan(faults, site.upgradedFrom(earlier), load);
  }

  RunPlan withClassesInServers(Path classes) {
    return new RunPlan(faults, site.withClassesInFront(classes), load);
  }

  RunPlan withClassesInLibraries(Path classes) {
    LibraryPlan libraries = load.libraries();
    return new RunPlan(
        faults,
        site,
        load.with(new LibraryPlan(libraries.processes(), libraries.folder(), List.of(classes))));
  }
}
