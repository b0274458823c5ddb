package dev.stampede.engine.waitingroom.draw;

/** The two secrets of a show's draw, made before the first buyer joins and never changed. */
public record DrawKeys(DrawSecret secret, NonceKey nonceKey) {

  public static DrawKeys random() {
    return new DrawKeys(DrawSecret.random(), NonceKey.random());
  }
}
