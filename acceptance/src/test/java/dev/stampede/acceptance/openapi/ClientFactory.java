package dev.stampede.acceptance.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.openapitools.codegen.DefaultGenerator;
import org.openapitools.codegen.config.CodegenConfigurator;

/** Generates a Java client from the description, and compiles it with a program that uses it. */
final class ClientFactory {

  static final String PACKAGE = "dev.stampede.client";

  private final Path folder;

  ClientFactory(Path folder) {
    this.folder = folder;
  }

  /** The client's sources, with the generator's own settings wherever they do not matter. */
  void generate() throws IOException {
    deleteAll(folder);
    CodegenConfigurator wanted = new CodegenConfigurator();
    wanted.setInputSpec(ApiDescription.FILE.toString());
    wanted.setOutputDir(folder.toString());
    wanted.setGeneratorName("java");
    wanted.setLibrary("native");
    wanted.setInvokerPackage(PACKAGE);
    wanted.setApiPackage(PACKAGE + ".api");
    wanted.setModelPackage(PACKAGE + ".model");
    wanted.addAdditionalProperty("useJakartaEe", true);
    for (String wish : List.of("apiDocs", "modelDocs", "apiTests", "modelTests")) {
      wanted.addGlobalProperty(wish, "false");
    }
    for (String wish : List.of("apis", "models", "supportingFiles")) {
      wanted.addGlobalProperty(wish, "");
    }
    var _ = new DefaultGenerator().opts(wanted.toClientOptInput()).generate();
  }

  /** The names of the types of all bodies. */
  List<String> models() throws IOException {
    Path models = sources().resolve(PACKAGE.replace('.', '/')).resolve("model");
    try (Stream<Path> files = Files.list(models)) {
      return files
          .map(file -> String.valueOf(file.getFileName()).replace(".java", ""))
          .sorted()
          .toList();
    }
  }

  /** Compiles the client with the program, and finds the program's class. */
  Class<?> compile(Path program, String className) throws IOException, ClassNotFoundException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(told, Locale.ROOT, UTF_8);
        Stream<Path> generated = Files.walk(sources())) {
      List<Path> all =
          Stream.concat(
                  generated.filter(file -> file.toString().endsWith(".java")), Stream.of(program))
              .toList();
      List<String> options =
          List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath());
      boolean done =
          compiler
              .getTask(null, files, told, options, null, files.getJavaFileObjectsFromPaths(all))
              .call();
      assertThat(told.getDiagnostics())
          .filteredOn(one -> one.getKind() == Diagnostic.Kind.ERROR)
          .isEmpty();
      assertThat(done).isTrue();
    }
    URI found = classes.toUri();
    return Class.forName(
        className,
        true,
        new URLClassLoader(
            new java.net.URL[] {found.toURL()}, ClientFactory.class.getClassLoader()));
  }

  private Path sources() {
    return folder.resolve("src/main/java");
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static void deleteAll(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }
}
