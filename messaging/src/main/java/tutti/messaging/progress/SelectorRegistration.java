package tutti.messaging.progress;

import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * One of Netty's channels in the selector of a {@link CallerRunsEventLoop}; used by the thread that drives the loop.
 */
final class SelectorRegistration implements IoRegistration {
    private static final int MOST_OPS =
            SelectionKey.OP_READ | SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT | SelectionKey.OP_ACCEPT;
    private static final Event[] EVENTS = new Event[MOST_OPS + 1];

    static {
        for (int ops = 0; ops < EVENTS.length; ops++) {
            EVENTS[ops] = new Event(NioIoOps.valueOf(ops));
        }
    }

    private final NioIoHandle handle;
    private final SelectionKey key;

    SelectorRegistration(NioIoHandle handle, Selector selector) throws ClosedChannelException {
        this.handle = handle;
        key = handle.selectableChannel().register(selector, 0, this);
    }

    void ready(SelectionKey selected) {
        int ops;
        try {
            ops = selected.readyOps();
        } catch (CancelledKeyException e) {
            return;
        }
        handle.handle(this, EVENTS[ops]);
    }

    void close() {
        try {
            handle.close();
        } catch (Exception e) {
            key.cancel();
        }
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Netty's channels expect their key here
    public <T> T attachment() {
        return (T) key;
    }

    @Override
    public long submit(IoOps ops) {
        int interest = ((NioIoOps) ops).value();
        key.interestOps(interest);
        return interest;
    }

    @Override
    public boolean isValid() {
        return key.isValid();
    }

    @Override
    public boolean cancel() {
        if (!key.isValid()) {
            return false;
        }
        key.cancel();
        handle.unregistered();
        return true;
    }

    private record Event(NioIoOps ops) implements NioIoEvent {}
}
