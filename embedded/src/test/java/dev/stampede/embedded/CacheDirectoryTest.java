package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CacheDirectoryTest {

  @TempDir Path temporary;

  @Test
  void eachSystemsUsualPlaceIsUsed() {
    assertThat(located(Map.of(), Platform.Os.LINUX)).isEqualTo(home().resolve(".cache/stampede"));
    assertThat(located(Map.of(), Platform.Os.MACOS))
        .isEqualTo(home().resolve("Library/Caches/stampede"));
    Path configured = temporary.resolve("configured");
    assertThat(located(Map.of("XDG_CACHE_HOME", configured.toString()), Platform.Os.LINUX))
        .isEqualTo(configured.resolve("stampede"));
  }

  @Test
  void withoutAWritableHomeTheTemporaryDirectoryIsUsedAndFoundAgain() throws Exception {
    Files.createFile(home());
    Path first = located(Map.of(), Platform.Os.LINUX);
    assertThat(first).startsWith(temporary.resolve("tmp")).isDirectory();
    assertThat(located(Map.of(), Platform.Os.LINUX)).isEqualTo(first);
  }

  @Test
  void anEntryIsFilledOnceAndWhatADeadProcessLeftIsRemoved() throws Exception {
    CacheDirectory cache = new CacheDirectory(temporary);
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path abandoned = Files.createDirectory(temporary.resolve("entry.unfinished-" + dead.pid()));
    AtomicInteger fills = new AtomicInteger();

    IntStream.range(0, 2)
        .forEach(
            _ ->
                cache.entry(
                    "entry",
                    into -> {
                      fills.incrementAndGet();
                      Files.writeString(into.resolve("file"), "whole");
                    }));

    assertThat(fills).hasValue(1);
    assertThat(abandoned).doesNotExist();
    assertThat(temporary.resolve("entry").resolve("file")).hasContent("whole");
  }

  @Test
  void theSecondProcessToFinishDropsItsCopy() {
    CacheDirectory cache = new CacheDirectory(temporary);
    Path entry =
        cache.entry(
            "entry",
            into -> {
              Files.writeString(into.resolve("file"), "second");
              // Another process finishes while this one is still unpacking.
              Path other = Files.createDirectory(temporary.resolve("entry"));
              Files.writeString(other.resolve("file"), "first");
            });
    assertThat(entry.resolve("file")).hasContent("first");
    assertThat(temporary).isDirectoryNotContaining("glob:**unfinished*");
  }

  private Path located(Map<String, String> environment, Platform.Os os) {
    Path system = temporary.resolve("tmp");
    system.toFile().mkdirs();
    return CacheDirectory.locate(environment, home(), system, os).path();
  }

  private Path home() {
    return temporary.resolve("home");
  }
}
