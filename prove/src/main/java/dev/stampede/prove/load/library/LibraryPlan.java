package dev.stampede.prove.load.library;

import java.nio.file.Path;
import java.util.List;

/**
 * The library processes of a run.
 *
 * @param processes with lock writers and job workers, 0..8
 * @param folder for their records and logs; made if it is not there
 * @param classesInFront found before the product's; empty but for planted bugs
 */
public record LibraryPlan(int processes, Path folder, List<Path> classesInFront) {

  private static final int MOST = 8;
  private static final int USUAL = 2;

  public LibraryPlan {
    if (processes < 0 || processes > MOST) {
      throw new IllegalArgumentException(
          "library processes is %d; set 0..%d".formatted(processes, MOST));
    }
    classesInFront = List.copyOf(classesInFront);
  }

  /** Two processes of this build. */
  public static LibraryPlan in(Path folder) {
    return new LibraryPlan(USUAL, folder, List.of());
  }
}
