package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import dev.stampede.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Faults of the links of servers to their services, and of clients to the servers. */
final class LinkFaults {

  private static final Length LASTING = Length.millis(500, 8_000);
  private static final int MOST_DELAY_MILLIS = 200;
  private static final int MOST_JITTER_MILLIS = 300;
  private static final int ONE_CUT_IN = 20;

  /** One thing that is done to a link. */
  private interface Harm {
    void to(TcpProxy link, FaultScene scene);
  }

  private LinkFaults() {}

  static List<FaultKind> kinds() {
    return List.of(
        lasting("link-delay", "delays all bytes on a link, either way", LinkFaults::delay),
        lasting("link-jitter", "delays bytes on a link by random times", LinkFaults::jitter),
        lasting(
            "link-drop-requests",
            "loses all that is sent on a link, and tells nobody; answers pass",
            (link, _) -> link.loseSent()),
        lasting(
            "link-drop-answers",
            "loses all that is answered on a link, and tells nobody; requests pass",
            (link, _) -> link.loseAnswers()),
        lasting(
            "link-freeze",
            "holds all bytes on a link back, and lets them go on",
            (link, _) -> link.freeze()),
        lasting(
            "link-refuse",
            "cuts the connections of a link, and those that are opened meanwhile",
            (link, _) -> link.cutOff()),
        lasting(
            "link-cut-before-answer",
            "cuts a connection after one request in %d, before its answer".formatted(ONE_CUT_IN),
            (link, _) ->
                link.cutAfterSending(() -> ThreadLocalRandom.current().nextInt(ONE_CUT_IN) == 0)),
        step(
            "link-half-open",
            "ends the far side of each connection of a link; the near side stays open",
            TcpProxy::desert),
        step(
            "link-silence",
            "carries nothing more on the connections of a link, which stay open",
            TcpProxy::silence),
        step("link-reset", "resets the connections of a link", TcpProxy::reset),
        new FaultKind(
            "redis-news-lost",
            "loses the messages that Redis publishes to a server",
            Length.millis(1_000, 10_000),
            Frequency.USUAL,
            FaultScope.of(
                SiteShape::serverNames, server -> List.of(PartClaim.the(server + "/news"))),
            Injection.of(
                scene -> scene.server().news().lose(true),
                scene -> scene.server().news().lose(false))));
  }

  private static FaultKind lasting(String label, String story, Harm harm) {
    return new FaultKind(
        label,
        story,
        LASTING,
        Frequency.OFTEN,
        FaultScope.link(),
        Injection.of(
            scene -> harm.to(scene.link().proxy(), scene), scene -> scene.link().proxy().repair()));
  }

  private static FaultKind step(String label, String story, Injected harm) {
    return new FaultKind(
        label,
        story,
        Length.STEP,
        Frequency.OFTEN,
        FaultScope.link(),
        Injection.step(
            scene -> {
              TcpProxy link = scene.link().proxy();
              scene.note(link.open() + " connections");
              harm.to(link);
            }));
  }

  /** One thing that is done to a link at once. */
  private interface Injected {
    void to(TcpProxy link);
  }

  private static void delay(TcpProxy link, FaultScene scene) {
    int millis = 5 + scene.random().nextInt(MOST_DELAY_MILLIS);
    scene.note("each by %d ms".formatted(millis));
    link.delay(Duration.ofMillis(millis));
  }

  private static void jitter(TcpProxy link, FaultScene scene) {
    int millis = 5 + scene.random().nextInt(MOST_JITTER_MILLIS);
    scene.note("each by up to %d ms".formatted(millis));
    link.delay(Duration.ZERO, Duration.ofMillis(millis));
  }
}
