package dev.stampede.bench.http;

import dev.stampede.bench.server.ChildServer;
import dev.stampede.crowd.Request;

/** One row of the table: a server and what it is asked. */
record EchoCase(String name, ChildServer server, Request request) {}
