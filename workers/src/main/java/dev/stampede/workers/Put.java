package dev.stampede.workers;

/** The result of putting an item into a pipeline. */
public sealed interface Put {

  /** It is in, and will be consumed unless the pipeline breaks. */
  record Taken() implements Put {}

  /** There was no room before the deadline: the consumers are slower than that. */
  record NoTime() implements Put {}

  /** The pipeline consumes nothing any more: a consumer failed, or it was finished or closed. */
  record Ended() implements Put {}
}
