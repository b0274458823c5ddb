package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The password of one service in one data directory: random, and the same at every start.
 *
 * <p>It consists of hexadecimal digits, so that neither a URL nor a shell nor SQL needs to quote
 * it. A file that is missing or cut short is replaced: every start tells its service the password
 * anew where the two differ.
 */
record Password(String value) {

  private static final int BYTES = 32;
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

  static Password of(ServiceKind service, DataDirectory data) {
    Path file = data.directory("passwords").resolve(service.fileName());
    try {
      String kept = Files.readString(file).strip();
      if (FORM.matcher(kept).matches()) {
        return new Password(kept);
      }
    } catch (NoSuchFileException firstStart) {
      // Made below.
    } catch (IOException e) {
      throw new EmbeddedException("cannot read the password in " + file, e);
    }
    Password made = random();
    PrivateFile.write(file, made.value() + "\n");
    return made;
  }

  private static Password random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Password(HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return "Password[hidden]";
  }
}
