package dev.stampede.bench.claims;

import dev.stampede.bench.sale.QuietWait;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;

/** A case that measures only after all servers and services have become idle. */
record OnceQuiet(Case of, QuietWait quiet) implements Case {

  @Override
  public String name() {
    return of.name();
  }

  @Override
  public void warmUp(Duration duration) throws Exception {
    of.warmUp(duration);
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    quiet.await();
    return of.measure(duration);
  }
}
