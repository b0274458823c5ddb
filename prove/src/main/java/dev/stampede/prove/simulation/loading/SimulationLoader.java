package dev.stampede.prove.simulation.loading;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads the product's classes, and the scenarios that use them, as {@link SimulatedClasses} changes
 * them. All other classes are those of the program, and so are resources.
 */
public final class SimulationLoader extends ClassLoader {

  /** The product's packages, one library with a clock of its own, and the scenarios. */
  private static final List<String> SIMULATED =
      List.of(
          "dev.stampede.lane.",
          "dev.stampede.locks.",
          "dev.stampede.engine.",
          "dev.stampede.redis.",
          "dev.stampede.kafka.",
          "io.github.resilience4j.",
          "dev.stampede.prove.simulation.scenario.");

  private static final byte[] NONE = {};

  private final SimulatedClasses classes = new SimulatedClasses();

  /** Each simulation reads the scripts of each of its servers. */
  private final Map<String, byte[]> resources = new ConcurrentHashMap<>();

  private final Patch patch;

  static {
    registerAsParallelCapable();
  }

  /**
   * A loader.
   *
   * @param patch changes classes and resources before they are used
   */
  public SimulationLoader(ClassLoader program, Patch patch) {
    super("simulation", program);
    this.patch = patch;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SIMULATED.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an empty resource is another one than none
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] content = resources.computeIfAbsent(name, this::read);
    return content == NONE ? null : new ByteArrayInputStream(content);
  }

  private byte[] read(String name) {
    try (InputStream in = getParent().getResourceAsStream(name)) {
      return in == null ? NONE : patch.patched(name, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read", e);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] changed =
          classes.changed(patch.patched(name.replace('.', '/') + ".class", in.readAllBytes()));
      return defineClass(name, changed, 0, changed.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name + " cannot be read", e);
    }
  }
}
