package dev.stampede.server;

import dev.stampede.server.http.Answer;
import dev.stampede.server.http.RequestListener;
import dev.stampede.server.metrics.SaleAnswerCounts;
import dev.stampede.server.sale.Traffic;
import java.time.Duration;

/** Passes on how requests were answered, to all who count them. */
record RequestListeners(Traffic traffic, SaleAnswerCounts answers, Activity activity)
    implements RequestListener {

  @Override
  public void arrived() {
    activity.sign();
  }

  @Override
  public void answered(Duration took) {
    traffic.responded(took);
  }

  @Override
  public void claimed(Answer answer) {
    answers.claimed(answer);
  }
}
