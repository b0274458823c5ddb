package dev.stampede.prove.site;

import dev.stampede.testkit.WireTap;

/** A connection to a broker, which tells of the others by their proxies. */
record KafkaTap(AddressMap addresses) implements WireTap {

  @Override
  public byte[] answering(byte[] bytes) {
    return addresses.inKafka(bytes);
  }
}
