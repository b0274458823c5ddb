package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DatabaseUrlTest {

  @Test
  void theUsualFormsAreUnderstood() {
    for (String scheme : List.of("postgresql", "postgres", "jdbc:postgresql")) {
      DatabaseUrl url = parsed(scheme + "://shop:pa%3Ass+1@db:5433/sales?sslmode=require");
      assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://db:5433/sales?sslmode=require");
      assertThat(url.credentials().user()).isEqualTo("shop");
      assertThat(url.credentials().password()).isEqualTo("pa:ss+1");
    }
  }

  @Test
  void severalHostsGoToTheDriverAsTheyAre() {
    assertThat(parsed("postgresql://a:1,b:2/sales?targetServerType=primary").jdbc())
        .isEqualTo("jdbc:postgresql://a:1,b:2/sales?targetServerType=primary");
  }

  @Test
  void aMalformedDatabaseUrlIsRefused() {
    for (String wrong :
        List.of("", "db:5432", "mysql://db/sales", "postgresql://db", "postgresql://u:%zz@db/s")) {
      assertThatThrownBy(() -> DatabaseUrl.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void thePasswordStaysOutOfWhatIsPrinted() {
    assertThat(parsed("postgresql://shop:hunter2@db/sales").toString()).doesNotContain("hunter2");
  }

  private static DatabaseUrl parsed(String text) {
    return DatabaseUrl.parse(text);
  }
}
