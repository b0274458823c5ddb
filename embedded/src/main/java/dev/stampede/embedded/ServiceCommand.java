package dev.stampede.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command line of a service, where it runs, and what it must not inherit. */
record ServiceCommand(List<String> line, Path directory, Environment environment) {

  /** Changes the variables that a child would inherit. */
  interface Environment {
    void adjust(Map<String, String> variables);
  }
}
