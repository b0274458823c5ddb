package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RedisBinaryTest {

  @TempDir Path directory;

  @Test
  void aNewerInstalledServerIsPreferred() throws Exception {
    Path installed = install("echo 'Redis server v=7.2.4 sha=00000000:0 bits=64'");
    RedisBinary found = found();
    assertThat(found.executable()).isEqualTo(installed);
    assertThat(found.version()).hasToString("7.2.4");
  }

  @Test
  void anOlderOrBrokenInstalledServerIsPassedOver() throws Exception {
    install("echo 'Redis server v=6.2.14 sha=00000000:0 bits=64'");
    assertThat(found().version()).asString().startsWith("6.2.").isNotEqualTo("6.2.14");
    install("exit 127");
    assertThat(found().version()).asString().startsWith("6.2.");
  }

  private RedisBinary found() {
    return RedisBinary.find("/nowhere:" + directory, CacheDirectory.ofUser(), Platform.current());
  }

  private Path install(String script) throws Exception {
    Path program = directory.resolve("redis-server");
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
