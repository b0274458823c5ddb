/** Open Match's frontend over gRPC: its calls, and the listener with its limits. */
@NullMarked
package dev.stampede.matchmaking.grpc;

import org.jspecify.annotations.NullMarked;
