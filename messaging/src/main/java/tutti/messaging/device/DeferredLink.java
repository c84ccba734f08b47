package tutti.messaging.device;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.match.SendStream;

/**
 * A link whose device is chosen later; what is sent before waits here, in order.
 *
 * <p>Thread-safe. The choice is made once. Its lock is taken after that of a stream, and before those of the chosen
 * link.
 */
public final class DeferredLink implements PeerLink, SendStream.Target {
    private final Queue<Consumer<FrameLink>> held = new ArrayDeque<>(); // guarded by this
    private volatile @Nullable FrameLink chosen; // written under this

    /**
     * Sends what was held, and from now on everything, over a link; has no effect if another has been chosen before.
     */
    public synchronized void choose(FrameLink link) {
        if (chosen == null) {
            held.forEach(sending -> sending.accept(link));
            held.clear();
            chosen = link;
        }
    }

    public boolean isChosen() {
        return chosen != null;
    }

    @Override
    public SendStream.Target to(long group, int context, int member) {
        FrameLink link = chosen;
        return link != null ? link : this;
    }

    @Override
    public void send(Message message, Credit credit) {
        FrameLink link = chosen;
        if (link != null) {
            link.send(message, credit);
        } else {
            hold(later -> later.send(message, credit));
        }
    }

    @Override
    public void signal(Notice notice) {
        FrameLink link = chosen;
        if (link != null) {
            link.signal(notice);
        } else {
            hold(later -> later.signal(notice));
        }
    }

    private void hold(Consumer<FrameLink> sending) {
        FrameLink link;
        synchronized (this) {
            link = chosen;
            if (link == null) {
                held.add(sending);
                return;
            }
        }
        sending.accept(link);
    }

    @Override
    public void flush() {
        FrameLink link = chosen;
        if (link != null) {
            link.flush();
        }
    }

    @Override
    public @Nullable BufferSender buffers() {
        FrameLink link = chosen;
        return link == null ? null : link.buffers();
    }
}
