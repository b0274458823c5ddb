package dev.stampede.locks;

import io.lettuce.core.cluster.SlotHash;

/**
 * A lock's name and its two keys in Redis, which share a hash tag: the name itself, or the tag that
 * is in it. No two names share a key.
 *
 * @param key as the caller names it
 * @param lock holds the owner
 * @param line holds the instances that wait
 */
record LockName(String key, String lock, String line) implements Comparable<LockName> {

  static LockName of(String prefix, String key) {
    String tagged = tagged(key);
    return new LockName(key, prefix + tagged, prefix + "~" + tagged);
  }

  private static String tagged(String key) {
    if (hasTag(key)) {
      return "=" + key;
    }
    // A closing brace at once would leave the tag empty, and Redis would take the whole key.
    return key.startsWith("}") ? "#{:" + key + "}" : "{" + key + "}";
  }

  /** True if Redis sees a hash tag: text between the first brace and the next closing one. */
  private static boolean hasTag(String key) {
    int open = key.indexOf('{');
    return open >= 0 && key.indexOf('}', open) > open + 1;
  }

  int slot() {
    return SlotHash.getSlot(lock);
  }

  /** The one order in which all callers of this process queue. */
  @Override
  public int compareTo(LockName other) {
    return lock.compareTo(other.lock);
  }
}
