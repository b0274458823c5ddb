package dev.stampede.acceptance;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The walls between the rooms that classpaths alone do not hold, and the house's own habits. */
final class WallsTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // Generated: nobody wrote it.
          .withImportOption(location -> !location.contains("/dev/stampede/openmatch/"))
          .importPackages("dev.stampede");

  private static final List<String> ADAPTERS =
      List.of("dev.stampede.postgres..", "dev.stampede.redis..", "dev.stampede.kafka..");

  /** A library in the room of an adapter; whoever uses it may, as with jobs. */
  private static final String CONSUMERS = "dev.stampede.kafka.consumer..";

  @Test
  void everyRoomWasLookedAt() {
    Set<String> rooms = PRODUCT.stream().map(WallsTest::room).collect(Collectors.toSet());

    assertThat(rooms)
        .contains(
            "locks",
            "engine",
            "matching",
            "jobs",
            "postgres",
            "redis",
            "kafka",
            "server",
            "embedded",
            "crowd",
            "cli",
            "lab",
            "bench",
            "chaos",
            "testkit",
            "matchmaker");
  }

  @Test
  void theDomainStandsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.engine..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.crypto..",
            "org.jspecify..",
            "org.slf4j..",
            "dev.stampede.engine..",
            "dev.stampede.lane..")
        .check(PRODUCT);
  }

  @Test
  void theMatchmakersDomainStandsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.matching..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "dev.stampede.matching..")
        .check(PRODUCT);
  }

  @Test
  void adaptersDoNotKnowEachOtherNorWhoUsesThem() {
    for (String adapter : ADAPTERS) {
      noClasses()
          .that()
          .resideInAPackage(adapter)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.stampede..")
                  .and(
                      not(
                          resideInAnyPackage(
                              adapter,
                              "dev.stampede.engine..",
                              "dev.stampede.matching..",
                              "dev.stampede.lane..",
                              "dev.stampede.locks..",
                              "dev.stampede.jobs.."))))
          .check(PRODUCT);
    }
  }

  /** The root package of the server wires; the packages below it work with ports. */
  @Test
  void onlyTheCompositionRootConstructsAdaptersAndOnlySettingsDescribeThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.server.*..")
        .and()
        .resideOutsideOfPackage("dev.stampede.server.config..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(ADAPTERS.toArray(String[]::new))
                .and(not(resideInAnyPackage(CONSUMERS))))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.server.config..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "dev\\.stampede\\.(postgres\\.Database|redis\\.Redis|kafka\\.KafkaCluster)")
        .check(PRODUCT);
  }

  @Test
  void theCrowdSpeaksHttpAlone() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.crowd..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.jspecify..", "org.HdrHistogram..", "dev.stampede.crowd..")
        .check(PRODUCT);
  }

  @Test
  void theLaneKnowsNothingOfSeats() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.lane..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "dev.stampede.lane..")
        .check(PRODUCT);
  }

  @Test
  void locksStandOnTheJdkAndTheirDriverAlone() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.locks..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.sql..",
            "org.jspecify..",
            "org.slf4j..",
            "io.lettuce..",
            "dev.stampede.locks..")
        .check(PRODUCT);
  }

  @Test
  void theJobQueueKnowsNothingOfOurs() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.jobs..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.sql..",
            "org.jspecify..",
            "org.slf4j..",
            "org.postgresql..",
            "dev.stampede.jobs..")
        .check(PRODUCT);
  }

  @Test
  void theConsumerLibraryKnowsNothingOfOurs() {
    classes()
        .that()
        .resideInAPackage(CONSUMERS)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.sql..",
            "org.jspecify..",
            "org.slf4j..",
            "org.apache.kafka..",
            CONSUMERS)
        .check(PRODUCT);
  }

  @Test
  void embeddedServicesKnowNothingOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.embedded..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.stampede..")
                .and(not(resideInAnyPackage("dev.stampede.embedded.."))))
        .check(PRODUCT);
  }

  @Test
  void nobodyStandsOnTheCommandsTheBenchmarksOrTheTestkit() {
    for (String top :
        List.of(
            "dev.stampede.cli..",
            "dev.stampede.lab..",
            "dev.stampede.bench..",
            "dev.stampede.matchmaker..",
            "dev.stampede.chaos..")) {
      noClasses()
          .that()
          .resideOutsideOfPackage(top)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(top)
          .check(PRODUCT);
    }
    // The chaos module breaks the same services that tests break, so it may use the testkit.
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.stampede.testkit..", "dev.stampede.chaos..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stampede.testkit..")
        .check(PRODUCT);
  }

  @Test
  void theServerIsMeasuredOverHttpAlone() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.stampede.bench..", "dev.stampede.lab..", "dev.stampede.chaos..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.stampede.server..", "dev.stampede.cli..")
        .check(PRODUCT);
  }

  @Test
  void timeThatDecidesIsNeverTheServersOwn() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.stampede.engine..", "dev.stampede.matching..", "dev.stampede.postgres..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(PRODUCT);
  }

  @Test
  void nobodySleepsButWhoeverWaitsForAMeasuredServerToComeUp() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.stampede.bench..")
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
  void secretsAreComparedInConstantTimeAndInOnePlace() {
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
  void namesSayWhatAThingIs() {
    noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helpers?)").check(PRODUCT);
  }

  @Test
  void everyPackageIsNullMarked() {
    List<String> unmarked =
        PRODUCT.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(room -> !room.isAnnotatedWith(NullMarked.class))
            .map(room -> room.getName())
            .toList();

    assertThat(unmarked).isEmpty();
  }

  /** The third part of {@code dev.stampede.<room>.…}. */
  private static String room(JavaClass type) {
    String below = type.getPackageName().substring("dev.stampede.".length());
    int dot = below.indexOf('.');
    return dot < 0 ? below : below.substring(0, dot);
  }
}
