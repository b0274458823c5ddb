package dev.stampede.prove.site;

import dev.stampede.testkit.TcpProxy;

/**
 * One link of a server, with the proxy that can break it.
 *
 * @param name the server and what it is linked to, as in {@code server-0/postgres}
 */
public record SiteLink(String name, TcpProxy proxy) {}
