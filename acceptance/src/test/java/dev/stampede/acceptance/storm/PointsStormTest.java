package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.storm.ClaimRequest.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Top-ups, purchases, cancellations, repeats and frauds from 64 clients who share 16 wallets, on
 * two whole servers with one database, while somebody adds up all accounts again and again.
 *
 * <p>The normal run is a twentieth of the full size, which {@code ./stampede test --long} runs.
 */
final class PointsStormTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int CLIENTS = 64;
  private static final int WALLETS = 16;
  private static final int ORDERS = LONG ? 50_000 : 2_560;

  /** A wallet that both servers pay from may be waited for in vain, 250 ms long; not often. */
  private static final Duration COME_AGAIN = Duration.ofSeconds(30);

  private static final int MOST_OVERLOADED = ORDERS / 100;

  private static final int ROWS = 10;
  private static final int SEATS_PER_ROW = 20;

  @Test
  void inEverySnapshotTheAccountsSumToZeroAndEachKeyHasOneEffect() throws Exception {
    try (TwoServers servers = TwoServers.start();
        SaleAudit audit = new SaleAudit(servers.databaseUrl());
        ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      String show = servers.at(0).createShow(ROWS, SEATS_PER_ROW);
      List<Told> told = Collections.synchronizedList(new ArrayList<>());
      AtomicInteger overloaded = new AtomicInteger();
      List<Future<?>> clients = new ArrayList<>();
      for (int number = 0; number < CLIENTS; number++) {
        Client client = new Client(servers, show, number, told, overloaded);
        clients.add(crowd.submit(client::spend));
      }
      int snapshots = 0;
      while (!clients.stream().allMatch(Future::isDone)) {
        audit.mustBalance();
        snapshots++;
      }
      for (Future<?> client : clients) {
        client.get();
      }

      assertThat(overloaded).as("orders told to come again").hasValueLessThan(MOST_OVERLOADED);
      assertThat(snapshots).as("snapshots taken meanwhile").isGreaterThan(3);
      audit.mustBalance(show);
      audit.mustBeWhatWasTold(told);
      assertThat(told.stream().map(one -> one.answer().status()))
          .as("the storm meets them all")
          .contains(200, 201, 402, 409, 422);
    }
  }

  /** One who buys, changes their mind, asks again, and tries it on. */
  private static final class Client {

    private final TwoServers servers;
    private final String show;
    private final String buyer;
    private final String name;
    private final Random random;
    private final List<Told> told;
    private final List<Told> own = new ArrayList<>();
    private final AtomicInteger overloaded;
    private int keys;

    Client(TwoServers servers, String show, int number, List<Told> told, AtomicInteger overloaded) {
      this.servers = servers;
      this.show = show;
      this.buyer = "buyer-" + number % WALLETS;
      this.name = "client-" + number;
      this.random = new Random(number);
      this.told = told;
      this.overloaded = overloaded;
    }

    Void spend() throws InterruptedException {
      for (int turn = 0; turn < ORDERS / CLIENTS; turn++) {
        switch (random.nextInt(12)) {
          case 0, 1, 2 -> send(ClaimRequest.topUp(buyer, 1 + random.nextInt(150), key()));
          case 3, 4, 5 -> send(ClaimRequest.buy(buyer, show, seat(), key()));
          case 6, 7 -> holdAndPay();
          case 8, 9 -> cancelOne();
          case 10 -> repeatOne();
          default -> tryItOn();
        }
      }
      return null;
    }

    private void holdAndPay() throws InterruptedException {
      Told held = send(ClaimRequest.hold(buyer, show, seat(), key()));
      if (held.answer().status() == 201) {
        Told paid = send(ClaimRequest.pay(buyer, held.id(), key()));
        if (!paid.succeeded()) {
          servers.at(random.nextInt(2)).release(held.id(), buyer);
        }
      }
    }

    private void cancelOne() throws InterruptedException {
      List<Told> booked = own.stream().filter(one -> one.isBooking() && one.succeeded()).toList();
      if (!booked.isEmpty()) {
        Told cancelled = send(ClaimRequest.cancel(buyer, any(booked).id(), key()));
        assertThat(cancelled.answer().status()).as("%s", cancelled).isEqualTo(200);
      }
    }

    /**
     * Repeats an order: one that was done gets the same answer, one that was refused is decided
     * anew.
     */
    private void repeatOne() throws InterruptedException {
      if (!own.isEmpty()) {
        Told first = any(own);
        Told again = send(first.order());
        if (first.answer().status() == 201) {
          assertThat(again.id()).as("%s after %s", again, first).isEqualTo(first.id());
          assertThat(again.answer().status()).isEqualTo(201);
        }
      }
    }

    /** Another amount under a used key, or a seat for nothing. */
    private void tryItOn() throws InterruptedException {
      List<Told> toppedUp = own.stream().filter(one -> one.isTopUp() && one.succeeded()).toList();
      if (toppedUp.isEmpty() || random.nextBoolean()) {
        Told poor = send(ClaimRequest.buy("poor " + name, show, seat(), key()));
        assertThat(poor.answer().status()).as("%s", poor).isIn(402, 409);
      } else {
        Told other = ask(any(toppedUp).order().withAnotherAmount());
        assertThat(other.answer().problem())
            .as("%s", other)
            .isEqualTo("/problems/idempotency-mismatch");
        told.add(other);
      }
    }

    private Told send(ClaimRequest order) throws InterruptedException {
      Told one = ask(order);
      assertThat(one.answer().status()).as("%s", one).isLessThan(500);
      own.add(one);
      told.add(one);
      return one;
    }

    /** A client who is told that nothing happened and to come again comes again. */
    private Told ask(ClaimRequest order) throws InterruptedException {
      Told one = servers.at(random.nextInt(2)).order(order);
      if (one.answer().isOverloaded()) {
        overloaded.incrementAndGet();
      }
      long until = System.nanoTime() + COME_AGAIN.toNanos();
      while (one.answer().isOverloaded() && System.nanoTime() - until < 0) {
        one = servers.at(random.nextInt(2)).order(order);
      }
      return one;
    }

    private Told any(List<Told> some) {
      return some.get(random.nextInt(some.size()));
    }

    private String key() {
      return name + "/" + keys++;
    }

    private String seat() {
      int seat = random.nextInt(ROWS * SEATS_PER_ROW);
      return "A-" + (seat / SEATS_PER_ROW + 1) + "-" + (seat % SEATS_PER_ROW + 1);
    }
  }
}
