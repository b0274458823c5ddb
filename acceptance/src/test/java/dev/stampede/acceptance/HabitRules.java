package dev.stampede.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.stampede.acceptance.ProductClasses.PRODUCT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Coding habits that the compiler does not enforce. */
interface HabitRules {

  @Test
  default void timeThatDecidesIsNeverTheServersOwn() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.stampede.engine..", "dev.stampede.matchmaking..", "dev.stampede.postgres..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(PRODUCT);
  }

  /** In a simulation, sleep moves a virtual clock. */
  @Test
  default void onlyBenchmarksSleep() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.stampede.bench..", "dev.stampede.prove.simulation..")
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", Duration.class)
        .check(PRODUCT);
  }

  /**
   * A comparison that ends at the first difference tells an attacker who guesses how far they were
   * right. Seals are made and compared in one place; the draw uses the same means for what it
   * publishes.
   */
  @Test
  default void secretsAreComparedInConstantTimeAndInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.stampede.engine.signing..", "dev.stampede.engine.waitingroom.draw..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("javax.crypto..")
        .check(PRODUCT);
    classes()
        .that()
        .haveFullyQualifiedName("dev.stampede.engine.signing.Keyring")
        .should()
        .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.engine.signing..")
        .should()
        .callMethod(String.class, "equals", Object.class)
        .orShould()
        .callMethod(Objects.class, "equals", Object.class, Object.class)
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAnyPackage("dev.stampede.engine.signing..", "dev.stampede.server.auth..")
        .should()
        .callMethod(Arrays.class, "equals", byte[].class, byte[].class)
        .orShould()
        .callMethod(Arrays.class, "mismatch", byte[].class, byte[].class)
        .orShould()
        .callMethod(Arrays.class, "compare", byte[].class, byte[].class)
        .orShould()
        .callMethod(String.class, "contentEquals", CharSequence.class)
        .check(PRODUCT);
  }

  @Test
  default void namesSayWhatAThingIs() {
    noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helpers?)").check(PRODUCT);
  }

  @Test
  default void everyPackageIsNullMarked() {
    List<String> unmarked =
        PRODUCT.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(each -> !each.isAnnotatedWith(NullMarked.class))
            .map(each -> each.getName())
            .toList();

    assertThat(unmarked).isEmpty();
  }
}
