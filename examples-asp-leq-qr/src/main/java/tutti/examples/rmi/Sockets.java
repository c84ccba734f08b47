package tutti.examples.rmi;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;

/**
 * Sockets of remote objects on one address, whatever address the JVM takes for its own.
 *
 * @param address a literal one
 */
record Sockets(String address) implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {
    // communication (rmi set-up) {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return new Socket(InetAddress.getByName(address), port);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getByName(address));
    }
    // communication }
}
