package dev.stampede.bench.server;

import java.io.IOException;

/**
 * Ends this process when its standard input does. The parent holds the other end of that pipe, and
 * the system closes it however the parent ends, by kill -9 too: no child outlives the benchmark.
 */
public final class ParentPipe {

  private ParentPipe() {}

  public static void start() {
    Thread.ofPlatform().daemon().name("parent-watch").start(ParentPipe::watch);
  }

  private static void watch() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever said on this pipe; only its end matters.
      }
    } catch (IOException e) {
      // A broken pipe has ended too.
    }
    Runtime.getRuntime().halt(0);
  }
}
