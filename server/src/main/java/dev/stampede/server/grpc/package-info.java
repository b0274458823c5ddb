/** The listener for gRPC: what it takes from strangers, and how it stops. */
@NullMarked
package dev.stampede.server.grpc;

import org.jspecify.annotations.NullMarked;
