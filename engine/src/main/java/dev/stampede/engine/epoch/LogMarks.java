package dev.stampede.engine.epoch;

/**
 * Stores how far the database's log was seen to reach in each epoch. The marks are kept outside the
 * database, so that servers that start after a snapshot was restored find out that the log reaches
 * less far.
 */
public interface LogMarks {

  /** For a process that remembers nothing beyond its own end. */
  LogMarks NONE =
      new LogMarks() {
        @Override
        public long highest(long epoch) {
          return 0;
        }

        @Override
        public void reached(long epoch, long position) {}
      };

  /** The position last noted for the epoch; 0 if there is none or nobody answers. */
  long highest(long epoch);

  /** Notes how far the log reaches. Does not wait, and may be lost. */
  void reached(long epoch, long position);
}
