package dev.stampede.bench.http;

import dev.stampede.bench.server.ChildServer;
import dev.stampede.crowd.RenderedRequest;

/** One row of the table: a server and what it is asked. */
record EchoCase(String name, ChildServer server, RenderedRequest request) {}
