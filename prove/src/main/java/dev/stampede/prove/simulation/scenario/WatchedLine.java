package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A line whose admissions are watched.
 *
 * @param waitingKey where Redis keeps those in line
 */
record WatchedLine(Line line, World world, LineWatch watch, String waitingKey) implements Line {

  @Override
  public List<LineExit> admit(ShowId show, Admitting admitting) {
    long called = world.nanos();
    List<LineExit> first = line.admit(show, admitting);
    if (!first.isEmpty()) {
      world.note("takes out %s", first);
      watch.taken(first, called, waitingKey);
    }
    return first;
  }

  @Override
  public Answered join(ShowId show, Buyer buyer, long putBackTo) {
    return line.join(show, buyer, putBackTo);
  }

  @Override
  public Answered find(ShowId show, Buyer buyer, long putBackTo) {
    return line.find(show, buyer, putBackTo);
  }

  @Override
  public Optional<LineExit> leave(ShowId show, Buyer buyer) {
    return line.leave(show, buyer);
  }

  @Override
  public List<LineExit> expire(ShowId show, Duration silence, int atMost) {
    List<LineExit> silent = line.expire(show, silence, atMost);
    if (!silent.isEmpty()) {
      world.note("gives up %s", silent);
    }
    return silent;
  }

  @Override
  public int settle(ShowId show, List<LineExit> written) {
    return line.settle(show, written);
  }

  @Override
  public List<LineExit> unsettled(ShowId show, Duration longerThan, int about) {
    return line.unsettled(show, longerThan, about);
  }

  @Override
  public int end(ShowId show, List<BookedPass> spent, int atMost) {
    return line.end(show, spent, atMost);
  }

  @Override
  public void touch(ShowId show, List<Buyer> buyers) {
    line.touch(show, buyers);
  }
}
