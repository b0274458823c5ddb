package dev.stampede.bench.cost;

import com.sun.tools.attach.VirtualMachine;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The requests that the broker has answered so far, by kind, as its own meters count them. */
final class KafkaRequests {

  private static final String METERS = "kafka.network:type=RequestMetrics,name=RequestsPerSec,*";

  private KafkaRequests() {}

  @SuppressWarnings("BanJNDI") // The broker is a child of this process and nobody else's.
  static Counters now(List<ProcessHandle> server) throws Exception {
    Counters counters = Counters.none();
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address(server)))) {
      MBeanServerConnection broker = connector.getMBeanServerConnection();
      for (ObjectName meter : broker.queryNames(new ObjectName(METERS), null)) {
        Number count = (Number) broker.getAttribute(meter, "Count");
        counters.add(meter.getKeyProperty("request"), count.doubleValue());
      }
    }
    return counters;
  }

  /** The address at which the broker's JVM tells its meters; the first call opens it. */
  private static String address(List<ProcessHandle> server) throws Exception {
    VirtualMachine broker = VirtualMachine.attach(Long.toString(pid(server)));
    try {
      return broker.startLocalManagementAgent();
    } finally {
      broker.detach();
    }
  }

  /** Of the processes that this one has started, the only JVM that is not the server. */
  private static long pid(List<ProcessHandle> server) {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> !server.contains(each))
        .map(ProcessHandle::pid)
        .filter(pid -> ProcessStat.of(pid).filter(stat -> stat.name().equals("java")).isPresent())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("this benchmark has started no broker"));
  }
}
