package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The server that requests go to: plain HTTP/1.1 at one address. */
public record Target(InetSocketAddress address) {

  public Target {
    if (address.isUnresolved() || address.getPort() == 0) {
      throw new IllegalArgumentException(
          "target %s has no address or no port; name a host that resolves and a port 1..65535"
              .formatted(address));
    }
  }

  /** A server on this machine. */
  public static Target loopback(int port) {
    return new Target(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  public RenderedRequest get(String path) {
    return RenderedRequest.render("GET", path, host(), new byte[0]);
  }

  public RenderedRequest delete(String path) {
    return RenderedRequest.render("DELETE", path, host(), new byte[0]);
  }

  /** A POST of a JSON body. */
  public RenderedRequest post(String path, String json) {
    return request("POST", path, json.getBytes(UTF_8)).with("Content-Type", "application/json");
  }

  /** Any other request; the content type is the caller's to add. */
  public RenderedRequest request(String method, String path, byte[] body) {
    return RenderedRequest.render(method, path, host(), body);
  }

  private String host() {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
