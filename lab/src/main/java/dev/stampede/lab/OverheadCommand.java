package dev.stampede.lab;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** stub. */
@Command(name = "overhead")
final class OverheadCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return 0;
  }
}
