package dev.stampede.acceptance;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes that the rules on modules and habits are checked on: all, without tests. */
final class ProductClasses {

  static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // Generated: nobody wrote it.
          .withImportOption(location -> !location.contains("/dev/stampede/openmatch/"))
          .importPackages("dev.stampede");

  private ProductClasses() {}
}
