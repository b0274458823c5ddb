package dev.stampede.crowd.demo;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.Caller;
import dev.stampede.crowd.Request;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;

/** The server as the whole crowd sees it: one show, and the way to ask. */
final class Venue implements AutoCloseable {

  /**
   * All of them together; a crowd that is watched needs few, and the server's cores are its own.
   */
  private static final int CONNECTIONS = 32;

  private static final int TRIES = 4;
  private static final Duration SHORT_REST = Duration.ofSeconds(1);
  private static final Duration SEATS_GOOD_FOR = Duration.ofMillis(500);
  private static final Duration SHOW_GOOD_FOR = Duration.ofSeconds(1);

  private final Target target;
  private final String show;
  private final Curfew curfew;
  private final Caller caller;
  private final SharedLook<SeatPicture> seats;
  private final SharedLook<ShowPicture> page;

  Venue(Target target, String show, Curfew curfew) {
    this.target = target;
    this.show = "/api/v1/shows/" + show;
    this.curfew = curfew;
    this.caller = Caller.to(target, CONNECTIONS);
    this.seats = new SharedLook<>(SEATS_GOOD_FOR, () -> SeatPicture.of(read(this.show + "/seats")));
    this.page = new SharedLook<>(SHOW_GOOD_FOR, () -> ShowPicture.of(read(this.show)));
  }

  Target target() {
    return target;
  }

  /** The address of the show, below which its line and its seats are. */
  String show() {
    return show;
  }

  SeatPicture seats() throws InterruptedException {
    return seats.look();
  }

  ShowPicture page() throws InterruptedException {
    return page.look();
  }

  /**
   * The answer, whatever it is but "come back later": then one comes back, a few times.
   *
   * @throws CallFailedException when none came
   */
  Reply send(Request request) throws InterruptedException {
    for (int left = TRIES; ; left--) {
      try {
        Response response = caller.send(request);
        if (left == 1 || (response.status() != 429 && response.status() != 503)) {
          return new Reply(response.status(), Json.of(response.text()));
        }
      } catch (CallFailedException e) {
        if (left == 1) {
          throw e;
        }
      }
      curfew.rest(SHORT_REST);
    }
  }

  private Json read(String path) throws InterruptedException {
    Reply reply = send(target.get(path));
    if (reply.status() != 200) {
      throw new UnexpectedReplyException("GET " + path, reply);
    }
    return reply.body();
  }

  @Override
  public void close() {
    caller.close();
  }
}
