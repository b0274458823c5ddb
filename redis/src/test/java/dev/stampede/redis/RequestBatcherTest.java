package dev.stampede.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.gate.EnterRequest;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RequestBatcherTest {

  private final List<List<EnterRequest>> asked = new ArrayList<>();
  private final List<CompletableFuture<Void>> answers = new ArrayList<>();
  private final RequestBatcher<EnterRequest> queue =
      new RequestBatcher<>(
          group -> {
            asked.add(group);
            answers.add(new CompletableFuture<>());
            return answers.getLast();
          },
          Runnable::run);

  @Test
  void aLoneRequestIsAskedForAtOnce() {
    EnterRequest lone = request(1);

    queue.add(lone);

    assertThat(asked).containsExactly(List.of(lone));
  }

  @Test
  void thoseWhoComeWhileAQuestionIsUnderWayGoTogetherInTheNextInTheirOrder() {
    List<EnterRequest> requests =
        IntStream.range(0, 4).mapToObj(RequestBatcherTest::request).toList();

    requests.forEach(queue::add);
    assertThat(asked).containsExactly(requests.subList(0, 1));
    answers.getFirst().complete(null);

    assertThat(asked).containsExactly(requests.subList(0, 1), requests.subList(1, 4));
  }

  /** Fails where who brings the answer lowers the flag: then the third asks before the turn. */
  @Test
  void thoseWhoComeBeforeItsTurnGoInTheNextQuestionToo() {
    List<Runnable> turns = new ArrayList<>();
    RequestBatcher<EnterRequest> later =
        new RequestBatcher<>(
            group -> {
              asked.add(group);
              answers.add(new CompletableFuture<>());
              return answers.getLast();
            },
            turns::add);
    List<EnterRequest> requests =
        IntStream.range(0, 3).mapToObj(RequestBatcherTest::request).toList();
    later.add(requests.get(0));
    later.add(requests.get(1));

    answers.getFirst().complete(null);
    later.add(requests.get(2));
    assertThat(asked).hasSize(1);
    turns.forEach(Runnable::run);

    assertThat(asked).containsExactly(requests.subList(0, 1), requests.subList(1, 3));
  }

  /** Planted: without the wait the last two were asked for one after the other; red. */
  @Test
  void afterACrowdRequestsGatherUntilThePaceAllowsTheNextQuestion() {
    List<List<EnterRequest>> paced = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Void>> open = new CopyOnWriteArrayList<>();
    RequestBatcher<EnterRequest> queue =
        new RequestBatcher<>(
            group -> {
              CompletableFuture<Void> answer = new CompletableFuture<>();
              open.add(answer);
              paced.add(group);
              return answer;
            },
            Thread::startVirtualThread,
            // Longer than a busy machine may keep this test from adding the last one.
            Duration.ofSeconds(4));
    List<EnterRequest> requests =
        IntStream.range(0, 5).mapToObj(RequestBatcherTest::request).toList();
    requests.subList(0, 3).forEach(queue::add);
    open.get(0).complete(null);
    Eventually.within(Duration.ofSeconds(30)).until("a crowd", paced::size, size -> size == 2);

    queue.add(requests.get(3));
    open.get(1).complete(null);
    queue.add(requests.get(4));

    Eventually.within(Duration.ofSeconds(30)).until("the rest", paced::size, size -> size == 3);
    assertThat(paced.get(2)).containsExactly(requests.get(3), requests.get(4));
  }

  @Test
  void aTurnThatIsNotGivenIsTakenAtOnce() {
    RequestBatcher<EnterRequest> refused =
        new RequestBatcher<>(
            group -> {
              asked.add(group);
              answers.add(new CompletableFuture<>());
              return answers.getLast();
            },
            _ -> {
              throw new RejectedExecutionException("no thread");
            });
    refused.add(request(1));
    refused.add(request(2));

    answers.getFirst().complete(null);

    assertThat(asked).hasSize(2);
  }

  @Test
  void aQuestionThatFailsDoesNotEndTheAsking() {
    queue.add(request(1));
    queue.add(request(2));

    answers.getFirst().completeExceptionally(new IllegalStateException("away"));

    assertThat(asked).hasSize(2);
  }

  @Test
  void aQuestionThatThrowsAnErrorLetsGoOfItsCallersAndTheNextIsAsked() {
    List<EnterRequest> reached = new ArrayList<>();
    RequestBatcher<EnterRequest> fragile =
        new RequestBatcher<>(
            group -> {
              reached.addAll(group);
              if (reached.size() == 1) {
                throw new NoClassDefFoundError("broken");
              }
              return new CompletableFuture<Void>();
            });
    EnterRequest first = request(1);
    EnterRequest second = request(2);

    fragile.add(first);
    fragile.add(second);

    assertThat(first.answer()).isCompletedExceptionally();
    assertThat(reached).containsExactly(first, second);
  }

  @Test
  void aQuestionHasALimitAndTheRestGoesInTheNext() {
    int late = RequestBatcher.MAX_TOGETHER + 5;
    for (int i = 0; i <= late; i++) {
      queue.add(request(i));
    }
    answers.get(0).complete(null);
    answers.get(1).complete(null);

    assertThat(asked.stream().map(List::size)).containsExactly(1, RequestBatcher.MAX_TOGETHER, 5);
  }

  /** Seen to fail with all shows in one line. */
  @Test
  void aRushForOneShowKeepsNobodyOfAnotherWaiting() {
    for (int i = 0; i <= 10 * RequestBatcher.MAX_TOGETHER; i++) {
      queue.add(request(i));
    }
    EnterRequest other = request(new ShowId(2), 1);
    queue.add(other);

    answers.getFirst().complete(null);

    assertThat(asked.getLast()).hasSize(RequestBatcher.MAX_OF_SEVERAL).contains(other);
  }

  @Test
  void oneMoreThanThereArePlacesForIsNotAskedFor() {
    queue.add(request(0));
    for (int i = 0; i < RequestBatcher.CAPACITY; i++) {
      queue.add(request(i));
    }
    EnterRequest late = request(1);

    queue.add(late);

    assertThat(late.taken()).isCompletedExceptionally();
  }

  /**
   * Somebody joins just after the one who brings an answer has found nobody waiting. With the look
   * at the queue moved before the lowering of the flag in {@link RequestBatcher}, the newcomer is
   * turned away by a flag that is lowered the next moment, nobody asks, and this fails.
   */
  @Test
  void nobodyIsLeftBehind() {
    AtomicReference<Runnable> afterTheLook = new AtomicReference<>(() -> {});
    RequestBatcher<EnterRequest> racing =
        new RequestBatcher<>(
            group -> {
              asked.add(group);
              answers.add(new CompletableFuture<>());
              return answers.getLast();
            },
            Runnable::run) {
          @Override
          boolean isAnybodyWaiting() {
            boolean anybody = super.isAnybodyWaiting();
            if (!anybody) {
              afterTheLook.getAndSet(() -> {}).run();
            }
            return anybody;
          }
        };
    EnterRequest first = request(1);
    EnterRequest second = request(2);
    racing.add(first);
    afterTheLook.set(() -> racing.add(second));

    answers.getFirst().complete(null);

    assertThat(asked).containsExactly(List.of(first), List.of(second));
  }

  private static EnterRequest request(int seat) {
    return request(new ShowId(1), seat);
  }

  private static EnterRequest request(ShowId show, int seat) {
    return EnterRequest.of(
        show, List.of(seat), new Buyer("ann"), HoldId.fresh(1), Duration.ofSeconds(10));
  }
}
