package dev.stampede.acceptance;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.stampede.acceptance.ProductClasses.PRODUCT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.stampede.postgres.ReadRouter;
import dev.stampede.postgres.Replica;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules between modules and packages that classpaths alone do not enforce. */
interface WallRules {

  List<String> ADAPTERS =
      List.of("dev.stampede.postgres..", "dev.stampede.redis..", "dev.stampede.kafka..");

  /** The matchmaker's own adapters: its ticket store and its wire. */
  List<String> MATCHMAKING_ADAPTERS =
      List.of("dev.stampede.matchmaking.redis..", "dev.stampede.matchmaking.grpc..");

  List<String> MATCHMAKING_CORE =
      List.of(
          "dev.stampede.matchmaking.backend..",
          "dev.stampede.matchmaking.match..",
          "dev.stampede.matchmaking.pool..",
          "dev.stampede.matchmaking.ticket..");

  @Test
  default void everyModuleIsChecked() {
    Set<String> modules = PRODUCT.stream().map(WallRules::module).collect(Collectors.toSet());

    assertThat(modules)
        .contains(
            "lane",
            "locks",
            "engine",
            "matchmaking",
            "jobs",
            "workers",
            "consumer",
            "postgres",
            "redis",
            "assembly",
            "kafka",
            "server",
            "embedded",
            "harness",
            "crowd",
            "cli",
            "lab",
            "bench",
            "chaos",
            "prove",
            "testkit");
  }

  /** Failed with 28 packages of the server and 20 of the benchmarks in two cycles. */
  @Test
  default void noPackagesFormACycle() {
    slices().matching("dev.stampede.(**)").should().beFreeOfCycles().check(PRODUCT);
  }

  @Test
  default void theDomainStandsOnTheJdkAlone() {
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
  default void theMatchmakersDomainStandsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAnyPackage(MATCHMAKING_CORE.toArray(String[]::new))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..")
                .or(resideInAnyPackage(MATCHMAKING_CORE.toArray(String[]::new))))
        .check(PRODUCT);
  }

  @Test
  default void theMatchmakerAndTheSaleKnowNothingOfEachOther() {
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.matchmaking..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.stampede.engine..",
            "dev.stampede.server..",
            "dev.stampede.postgres..",
            "dev.stampede.kafka..",
            "dev.stampede.redis.*..")
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.stampede.engine..",
            "dev.stampede.postgres..",
            "dev.stampede.redis..",
            "dev.stampede.kafka..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stampede.matchmaking..")
        .check(PRODUCT);
  }

  @Test
  default void theMatchmakersWireDoesNotKnowItsStore() {
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.matchmaking.grpc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.stampede.redis..", "dev.stampede.matchmaking.redis..")
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.matchmaking.redis..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.stampede.openmatch..", "dev.stampede.matchmaking.grpc..")
        .check(PRODUCT);
  }

  /**
   * A replica may be behind, and a seat whose sale it does not know yet would be sold twice. The
   * rule names two classes: their package also has {@code Database}, which decisions need.
   */
  @Test
  default void decisionsAreNotReadFromAReplica() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.stampede.postgres.claim..",
            "dev.stampede.postgres.waitingroom..",
            "dev.stampede.postgres.events..",
            "dev.stampede.assembly..")
        .should()
        .dependOnClassesThat(belongToAnyOf(ReadRouter.class, Replica.class))
        .check(PRODUCT);
  }

  @Test
  default void adaptersDependOnNeitherEachOtherNorTheirUsers() {
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
                              "dev.stampede.lane..",
                              "dev.stampede.locks..",
                              "dev.stampede.jobs..",
                              "dev.stampede.consumer.."))))
          .check(PRODUCT);
    }
  }

  /**
   * The root package of the server wires; the packages below it work with ports. Settings may use
   * the adapters' records of settings. These are in the same packages as the adapters' connections,
   * so the second rule names the connections' classes.
   */
  @Test
  default void onlyTheCompositionRootConstructsAdaptersAndOnlySettingsDescribeThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.server.*..")
        .and()
        .resideOutsideOfPackage("dev.stampede.server.config..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(ADAPTERS.toArray(String[]::new))
                .or(resideInAnyPackage(MATCHMAKING_ADAPTERS.toArray(String[]::new))))
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
  default void theCrowdSpeaksHttpAlone() {
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
  default void embeddedServicesKnowNothingOfOurs() {
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
  default void nobodyStandsOnTheCommandsTheBenchmarksOrTheTestkit() {
    for (String top :
        List.of(
            "dev.stampede.cli..",
            "dev.stampede.lab..",
            "dev.stampede.bench..",
            "dev.stampede.matchmaking.testing..",
            "dev.stampede.prove..")) {
      noClasses()
          .that()
          .resideOutsideOfPackage(top)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(top)
          .check(PRODUCT);
    }
    // A checked run breaks a deployment like those of the chaos experiments, several things at a
    // time.
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.stampede.chaos..", "dev.stampede.prove..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stampede.chaos..")
        .check(PRODUCT);
    // Both break the same services that tests break, so they may use the testkit.
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.stampede.testkit..", "dev.stampede.chaos..", "dev.stampede.prove..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stampede.testkit..")
        .check(PRODUCT);
  }

  @Test
  default void theHarnessKnowsOnlyEmbeddedServicesAndCarriesOnlyMeasurements() {
    noClasses()
        .that()
        .resideInAPackage("dev.stampede.harness..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.stampede..")
                .and(not(resideInAnyPackage("dev.stampede.harness..", "dev.stampede.embedded.."))))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.stampede.harness..",
            "dev.stampede.bench..",
            "dev.stampede.lab..",
            "dev.stampede.chaos..",
            "dev.stampede.prove..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stampede.harness..")
        .check(PRODUCT);
  }

  @Test
  default void theServerIsMeasuredOverHttpAlone() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.stampede.bench..",
            "dev.stampede.lab..",
            "dev.stampede.chaos..",
            "dev.stampede.prove..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.stampede.server..", "dev.stampede.cli..")
        .check(PRODUCT);
  }

  @Test
  default void theAssemblyKnowsTheEngineAndItsStoresAlone() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.assembly..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "dev.stampede.assembly..",
            "dev.stampede.engine..",
            "dev.stampede.lane..",
            "dev.stampede.postgres..",
            "dev.stampede.redis..")
        .check(PRODUCT);
  }

  /** The third part of {@code dev.stampede.<module>.…}. */
  private static String module(JavaClass type) {
    String below = type.getPackageName().substring("dev.stampede.".length());
    int dot = below.indexOf('.');
    return dot < 0 ? below : below.substring(0, dot);
  }
}
