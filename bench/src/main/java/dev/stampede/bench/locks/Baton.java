package dev.stampede.bench.locks;

import dev.stampede.bench.turns.Nanos;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Carries the time of a release from the holder of a lock to the next one, in whichever process: in
 * memory that the processes share, whose clock is one as well. It also notices two who hold at
 * once.
 */
interface Baton extends AutoCloseable {

  /** For locks that nobody contends for. */
  Baton NONE =
      new Baton() {
        @Override
        public void taken(long now, Nanos handOffs) {}

        @Override
        public void released() {}
      };

  void taken(long now, Nanos handOffs);

  void released();

  @Override
  default void close() {}

  /** A baton in this file, which the other process opens too. */
  static Baton in(Path file) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * Long.BYTES, arena);
      return new Shared(arena, memory);
    }
  }

  /** Zero while nobody holds the lock, and the last release. */
  record Shared(Arena arena, MemorySegment memory) implements Baton {

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long HOLDERS = 0;
    private static final long RELEASED = Long.BYTES;

    @Override
    public void taken(long now, Nanos handOffs) {
      if ((long) LONG.getAndAdd(memory, HOLDERS, 1L) != 0) {
        throw new IllegalStateException("two hold the lock at once; this run is worth nothing");
      }
      long released = (long) LONG.getVolatile(memory, RELEASED);
      if (released != 0) {
        handOffs.add(now - released);
      }
    }

    @Override
    public void released() {
      LONG.setVolatile(memory, RELEASED, System.nanoTime());
      LONG.getAndAdd(memory, HOLDERS, -1L);
    }

    @Override
    public void close() {
      arena.close();
    }
  }
}
