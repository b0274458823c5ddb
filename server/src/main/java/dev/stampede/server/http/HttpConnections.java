package dev.stampede.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** Gives every connection to the web server's parser with a {@link RequestReader} to read from. */
final class HttpConnections implements ServerConnectionSelector {

  private final RequestReadTimeout reads;
  private final Http1ConnectionSelector parser;

  HttpConnections(RequestReadTimeout reads) {
    this.reads = reads;
    this.parser =
        Http1ConnectionSelector.builder()
            .config(
                Http1Config.builder()
                    .maxPrologueLength(EarlyProblems.MAX_REQUEST_LINE_BYTES)
                    .maxHeadersSize(EarlyProblems.MAX_HEADER_BYTES)
                    .validateRequestHeaders(false)
                    .addReceiveListener(new RequestHead())
                    .addSendListener(new UnsentLength())
                    .receiveLog(false)
                    .sendLog(false)
                    .build())
            .build();
  }

  @Override
  public int bytesToIdentifyConnection() {
    return parser.bytesToIdentifyConnection();
  }

  /** There is one protocol, so nothing has been read of a connection when it is made. */
  @Override
  public Support supports(BufferData ignored) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return parser.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext raw) {
    return parser.connection(new Context(raw, new RequestReader(raw.serverSocket(), reads)));
  }

  /** The connection with its own reader. */
  private record Context(ConnectionContext raw, RequestReader dataReader)
      implements ConnectionContext {

    @Override
    public ListenerContext listenerContext() {
      return raw.listenerContext();
    }

    @Override
    public ExecutorService executor() {
      return raw.executor();
    }

    @Override
    public DataWriter dataWriter() {
      return raw.dataWriter();
    }

    @Override
    public Router router() {
      return raw.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
      return raw.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
      return raw.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
      return raw.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
      return raw.localPeer();
    }

    @Override
    public boolean isSecure() {
      return raw.isSecure();
    }

    @Override
    public String socketId() {
      return raw.socketId();
    }

    @Override
    public String childSocketId() {
      return raw.childSocketId();
    }
  }
}
