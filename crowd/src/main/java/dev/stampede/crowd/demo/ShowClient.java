package dev.stampede.crowd.demo;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;

/** The server as the whole crowd sees it: one show, and the way to ask. */
final class ShowClient implements AutoCloseable {

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
  private final CrowdStop crowdStop;
  private final CrowdClient caller;
  private final SharedLook<SeatPicture> seats;
  private final SharedLook<ShowPicture> page;

  ShowClient(Target target, String show, CrowdStop crowdStop) {
    this.target = target;
    this.show = "/api/v1/shows/" + show;
    this.crowdStop = crowdStop;
    this.caller = CrowdClient.to(target, CONNECTIONS);
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
  JsonReply send(RenderedRequest request) throws InterruptedException {
    for (int left = TRIES; ; left--) {
      try {
        Response response = caller.send(request);
        JsonReply reply = new JsonReply(response.status(), JsonBody.of(response.text()));
        if (left == 1 || !reply.asksToComeBack()) {
          return reply;
        }
      } catch (CallFailedException e) {
        if (left == 1) {
          throw e;
        }
      }
      crowdStop.rest(SHORT_REST);
    }
  }

  private JsonBody read(String path) throws InterruptedException {
    JsonReply reply = send(target.get(path));
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
