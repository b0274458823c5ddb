package dev.stampede.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static dev.stampede.acceptance.ProductClasses.PRODUCT;

import org.junit.jupiter.api.Test;

/** The walls of the libraries, which can be used without the rest of Stampede. */
interface LibraryWallRules {

  @Test
  default void theLaneKnowsNothingOfSeats() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.lane..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "dev.stampede.lane..")
        .check(PRODUCT);
  }

  @Test
  default void locksStandOnTheJdkAndTheirDriverAlone() {
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
  default void theJobQueueKnowsNothingOfOurs() {
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
  default void theWorkerPoolStandsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.workers..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "dev.stampede.workers..")
        .check(PRODUCT);
  }

  @Test
  default void theConsumerLibraryKnowsNothingOfOurs() {
    classes()
        .that()
        .resideInAPackage("dev.stampede.consumer..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.sql..",
            "org.jspecify..",
            "org.slf4j..",
            "org.apache.kafka..",
            "dev.stampede.consumer..")
        .check(PRODUCT);
  }
}
