package dev.stampede.consumer;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;

/**
 * A connection whose transaction is the reader's to end. A handler that committed by itself would
 * separate its effects from the note that the event was read, and they would happen again.
 */
final class HandlerConnection {

  private static final Set<String> NOT_THE_HANDLERS =
      Set.of("commit", "rollback", "close", "abort", "setAutoCommit", "setReadOnly");

  private HandlerConnection() {}

  static Connection around(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            HandlerConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              boolean toSavepoint = method.getName().equals("rollback") && arguments != null;
              if (NOT_THE_HANDLERS.contains(method.getName()) && !toSavepoint) {
                throw new UnsupportedOperationException(
                    "%s() is not the handler's to call: what it wrote is committed with the note that the event was read, or neither is"
                        .formatted(method.getName()));
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}
