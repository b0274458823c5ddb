package dev.stampede.embedded;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;

/** Runs all services in a data directory until it is stopped: cleanly by SIGTERM, or by kill -9. */
final class ServicesMain {

  static final String READY = "READY ";

  private ServicesMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    DataDirectory data = DataDirectory.open(Path.of(arguments[0]));
    EnumSet<ServiceKind> wanted = EnumSet.noneOf(ServiceKind.class);
    for (int i = 1; i < arguments.length; i++) {
      wanted.add(ServiceKind.valueOf(arguments[i]));
    }
    EmbeddedServices services =
        EmbeddedServices.start(data, wanted, new RecordingServiceListener());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  services.close();
                  data.close();
                }));
    System.out.println(READY);
    new CountDownLatch(1).await();
  }
}
