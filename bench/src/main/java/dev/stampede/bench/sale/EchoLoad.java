package dev.stampede.bench.sale;

import dev.stampede.bench.http.Echo;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.RenderedRequest;
import java.time.Duration;

/** The measure of all that goes over HTTP: a token checked, a small JSON body read and answered. */
public record EchoLoad(BenchSaleServer server) implements Case {

  public static final String NAME = "http echo with token";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    RenderedRequest echo = server.from(0, server.target().post(Echo.PATH, Echo.BODY));
    HttpRound round =
        HttpRound.closed(server, duration, connection -> BuyerScript.repeating(echo))
            .onlyAnswering(NAME, 200);
    return round.sample(200);
  }
}
