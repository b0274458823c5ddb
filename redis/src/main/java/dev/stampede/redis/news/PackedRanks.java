package dev.stampede.redis.news;

import java.nio.ByteBuffer;

/** The ranks of all seats as Redis keeps them: four bytes each, the highest first. */
final class PackedRanks {

  private PackedRanks() {}

  static byte[] pack(int[] ranks) {
    ByteBuffer bytes = ByteBuffer.allocate(ranks.length * Integer.BYTES);
    bytes.asIntBuffer().put(ranks);
    return bytes.array();
  }

  /** Seats beyond the end were never told of. */
  static int[] unpack(byte[] bytes, int seats) {
    int[] ranks = new int[seats];
    ByteBuffer.wrap(bytes)
        .asIntBuffer()
        .get(ranks, 0, Math.min(seats, bytes.length / Integer.BYTES));
    return ranks;
  }
}
