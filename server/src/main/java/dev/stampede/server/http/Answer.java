package dev.stampede.server.http;

/** What a handler answers with; one place turns it into HTTP. */
public sealed interface Answer permits Reply, Document, EventStream, Problem {}
