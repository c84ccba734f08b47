/**
 * The device over gRPC: one call in each direction of a pair, made again when its connection breaks.
 *
 * <p>What was written and not acknowledged is kept and written again, so each frame arrives once and in order. Its
 * calls also serve a device that has no connections.
 *
 * <p>Threads: callbacks of gRPC run in the thread that drives the process' event loop. Lock order: reconnecting call,
 * connection, deferred link; frame writer last.
 */
@NullMarked
package tutti.messaging.device.grpc;

import org.jspecify.annotations.NullMarked;
