package dev.stampede.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RandomBytesTest {

  private static final int THREADS = 8;
  private static final int EACH = 10 * RandomBytes.PIECES + 1;

  @Test
  void noPieceIsGivenTwiceHoweverManyTakeThemAtOnce() throws Exception {
    RandomBytes stock = new RandomBytes();
    List<Future<List<RandomBytes.Piece>>> takers = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        takers.add(threads.submit(() -> taken(stock)));
      }
      for (Future<List<RandomBytes.Piece>> taker : takers) {
        taker.get(10, TimeUnit.SECONDS).forEach(piece -> seen.add(piece.many()));
      }
    }

    assertThat(seen).hasSize(THREADS * EACH);
  }

  @Test
  void everyBitIsRandom() {
    long ones = 0;
    long zeros = 0;
    int few = 0;
    int notFew = 0;
    RandomBytes stock = new RandomBytes();
    for (RandomBytes.Piece piece : taken(stock)) {
      ones |= piece.many();
      zeros |= ~piece.many();
      few |= piece.few();
      notFew |= ~piece.few();
    }

    assertThat(ones & zeros).isEqualTo(-1L);
    assertThat((short) (few & notFew)).isEqualTo((short) -1);
  }

  private static List<RandomBytes.Piece> taken(RandomBytes stock) {
    List<RandomBytes.Piece> pieces = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      pieces.add(stock.take());
    }
    return pieces;
  }
}
