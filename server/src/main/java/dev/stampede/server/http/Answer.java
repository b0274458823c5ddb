package dev.stampede.server.http;

/** The answer of a handler; one place turns it into HTTP. */
public sealed interface Answer permits JsonAnswer, Document, EventStream, Problem {}
