package dev.stampede.prove.planted;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles changed sources in this process, against its class path. Most of the time goes into
 * reading that class path, so several bugs share one compiler.
 */
final class BugCompiler implements AutoCloseable {

  private final JavaCompiler compiler;
  private final StandardJavaFileManager files;

  BugCompiler() {
    compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new PlantingException(
          "this Java has no compiler, which planted bugs need; run a JDK, not a JRE");
    }
    files = compiler.getStandardFileManager(null, null, UTF_8);
  }

  /**
   * Compiles the sources of one bug together.
   *
   * @param sources texts by their paths below a folder of sources
   * @return the compiler's complaints; empty when it has compiled
   */
  String compile(Map<String, String> sources, Path folder) {
    String classPath =
        PlantedBug.classPath().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    List<String> options =
        List.of("-d", folder.toString(), "-cp", classPath, "-proc:none", "-parameters", "-nowarn");
    List<Source> units =
        sources.entrySet().stream().map(one -> new Source(one.getKey(), one.getValue())).toList();
    StringWriter messages = new StringWriter();
    boolean compiled = compiler.getTask(messages, files, null, options, null, units).call();
    return compiled ? "" : messages.toString();
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the compiler's files were not closed", e);
    }
  }

  /** A changed source in memory, under the name that its class demands. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String path, String text) {
      super(URI.create("planted:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
