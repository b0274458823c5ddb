package dev.stampede.engine.news;

/**
 * Tells all servers which things have changed, so that they look again. News may be lost: listeners
 * also look by themselves now and then, and this only makes it sooner.
 */
public interface ChangeNews {

  /** Reaches nobody, for a deployment with only one server, or without a channel. */
  ChangeNews UNHEARD =
      new ChangeNews() {
        @Override
        public void tell(String kind, String key, long version) {}

        @Override
        public void listen(String kind, Listener listener) {}
      };

  /** Does not wait, and does not fail: what is not told is found out later. */
  void tell(String kind, String key, long version);

  /** Hears of one kind of things, those that this server tells of included. */
  void listen(String kind, Listener listener);

  /** Called by one thread, which must not be kept waiting. */
  interface Listener {

    /** It is at this version now, or at a newer one. */
    void heard(String key, long version);

    /** Something may have been missed: the channel was away. */
    void missed();
  }
}
