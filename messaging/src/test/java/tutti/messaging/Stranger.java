package tutti.messaging;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.device.Frame;
import tutti.messaging.device.grpc.FrameService;
import tutti.messaging.security.TransportSecurity;

/** What those may try who do not know a job's secret; each leaves its connection open. */
enum Stranger {
    /** Speaks as a process of the job does, with another secret. */
    WRONG_SECRET {
        @Override
        Closeable attack(int port) {
            Job other = Job.of(1, 2, "127.0.0.1", port).withSecret(Secret.random());
            ManagedChannel channel = TransportSecurity.of(other, false)
                    .protect(NettyChannelBuilder.forAddress("127.0.0.1", port), 0)
                    .directExecutor()
                    .build();
            CompletableFuture<Status> end = new CompletableFuture<>();
            ClientCall<Frame, Frame> call = channel.newCall(FrameService.EXCHANGE, CallOptions.DEFAULT);
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            end.complete(status);
                        }
                    },
                    new Metadata());
            if (end.join().getCode() != Status.Code.UNAUTHENTICATED) {
                throw new AssertionError(end.join());
            }
            return channel::shutdownNow;
        }
    },

    /** Writes anything. */
    GARBAGE {
        @Override
        Closeable attack(int port) throws IOException {
            byte[] bytes = new byte[1000];
            new Random(port).nextBytes(bytes);
            return write(port, bytes);
        }
    },

    /** Begins as HTTP/2 does, and stops in the middle of a frame. */
    HALF_A_FRAME {
        @Override
        Closeable attack(int port) throws IOException {
            return write(port, join(PREFACE, SETTINGS, new byte[] {0, 0x40, 0, 0, 0}));
        }
    },

    /** Calls without a secret, and announces a message of 2 GiB. */
    TWO_GIB {
        @Override
        Closeable attack(int port) throws IOException {
            byte[] length = {0, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 1, 2, 3};
            return write(port, join(PREFACE, SETTINGS, frame(1, 4, 1, headers()), frame(0, 0, 1, length)));
        }
    },

    /** Begins as HTTP/2 does, and is silent. */
    SILENT {
        @Override
        Closeable attack(int port) throws IOException {
            return write(port, PREFACE);
        }
    };

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] SETTINGS = frame(4, 0, 0, new byte[0]);

    /** Connects to a port on loopback and does what it can; closing the result ends that. */
    abstract Closeable attack(int port) throws IOException;

    private static Socket write(int port, byte[] bytes) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException e) {
            // thrown out already
        }
        return socket;
    }

    private static byte[] frame(int type, int flags, int stream, byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(0);
            out.writeShort(content.length);
            out.writeByte(type);
            out.writeByte(flags);
            out.writeInt(stream);
            out.write(content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    /** The headers of a gRPC call, written out without compression. */
    private static byte[] headers() {
        return join(
                header(":method", "POST"),
                header(":scheme", "http"),
                header(":path", "/" + FrameService.EXCHANGE.getFullMethodName()),
                header(":authority", "localhost"),
                header("content-type", "application/grpc"),
                header("te", "trailers"),
                header("tutti-from-process", "1"));
    }

    private static byte[] header(String name, String value) {
        return join(
                new byte[] {0, (byte) name.length()},
                name.getBytes(US_ASCII),
                new byte[] {(byte) value.length()},
                value.getBytes(US_ASCII));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
