package dev.stampede.server.http;

import java.net.InetAddress;

/**
 * A block of addresses, {@code 10.0.0.0/8} or {@code fd00::/8}; a bare address is a block of one.
 */
public record Cidr(InetAddress network, int prefix) {

  public Cidr {
    int bits = network.getAddress().length * 8;
    if (prefix < 0 || prefix > bits) {
      throw new IllegalArgumentException(
          "prefix of %s is /%d; set /0../%d".formatted(network.getHostAddress(), prefix, bits));
    }
  }

  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    try {
      // ofLiteral looks nothing up: a name would hand trust to whoever answers for it.
      InetAddress network = InetAddress.ofLiteral(address);
      int bits = network.getAddress().length * 8;
      return new Cidr(network, slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is not an address block; write it like 10.0.0.0/8, fd00::/8 or 192.0.2.7"
              .formatted(text),
          e);
    }
  }

  public boolean contains(InetAddress address) {
    byte[] ours = network.getAddress();
    byte[] theirs = address.getAddress();
    if (ours.length != theirs.length) {
      return false;
    }
    int whole = prefix / 8;
    for (int i = 0; i < whole; i++) {
      if (ours[i] != theirs[i]) {
        return false;
      }
    }
    int rest = prefix % 8;
    return rest == 0 || ((ours[whole] ^ theirs[whole]) & (0xFF << (8 - rest)) & 0xFF) == 0;
  }
}
