package dev.stampede.chaos.judge;

import dev.stampede.chaos.house.House;
import dev.stampede.chaos.load.Deed;
import dev.stampede.chaos.load.Load;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Looks at everything when the fault is over and all is calm. */
public final class Judge {

  /** What is still to be told goes out by itself once Kafka is back. */
  private static final Duration TOLD_WITHIN = Duration.ofMinutes(2);

  private static final String AGREES = "all of it agrees";

  private final House house;
  private final Tables tables;

  public Judge(House house) {
    this.house = house;
    this.tables = new Tables(house.databaseUrl());
  }

  /** Everything, with what people were told. */
  public List<Finding> findings(Load load) throws InterruptedException {
    Collection<Deed> deeds = load.deeds();
    List<Finding> all = new ArrayList<>();
    all.add(new AskedAgain(load).finding(deeds));
    all.addAll(findings(deeds));
    return all;
  }

  /** Everything that is written down. */
  public List<Finding> findings(Collection<Deed> deeds) {
    List<Finding> all = new ArrayList<>(new Promises(deeds, tables).findings());
    all.addAll(new Accounts(tables).findings());
    all.add(allWasTold());
    all.addAll(new Telling(house, tables).findings());
    all.add(verified());
    return all;
  }

  private Finding allWasTold() {
    String what = "nothing waits to be told";
    try {
      Eventually.within(TOLD_WITHIN)
          .until(what, () -> tables.number("SELECT count(*) FROM outbox") == 0);
      return Finding.of(what, 0, List.of());
    } catch (AssertionError e) {
      return Finding.of(what, 0, List.of(String.valueOf(e.getMessage())));
    }
  }

  private Finding verified() {
    String said = house.verify();
    return Finding.of(
        "./stampede verify agrees", 1, said.contains(AGREES) ? List.of() : List.of(said));
  }
}
