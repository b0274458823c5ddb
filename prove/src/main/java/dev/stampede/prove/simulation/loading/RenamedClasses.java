package dev.stampede.prove.simulation.loading;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * Renames classes in a class file, wherever it mentions them. All mentions are texts of the
 * constant pool: a class's own name, and descriptors that have it between {@code L} and a
 * semicolon. The rest of the file refers to them by number and stays as it is.
 */
final class RenamedClasses {

  private static final int BEFORE_THE_POOL = 8;
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  /** The number of bytes behind the tag of each kind of constant; 0 where there is none. */
  private static final int[] SIZES = {
    0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2
  };

  private final Map<String, String> names = new HashMap<>();

  RenamedClasses(Map<ClassDesc, ClassDesc> classes) {
    classes.forEach((from, to) -> names.put(internal(from), internal(to)));
  }

  private static String internal(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  byte[] renamed(byte[] classFile) {
    ByteArrayOutputStream result = new ByteArrayOutputStream(classFile.length + 256);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        DataOutputStream out = new DataOutputStream(result)) {
      out.write(in.readNBytes(BEFORE_THE_POOL));
      int constants = in.readUnsignedShort();
      out.writeShort(constants);
      for (int i = 1; i < constants; i++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        if (tag == UTF8) {
          byte[] text =
              renamed(new String(in.readNBytes(in.readUnsignedShort()), ISO_8859_1))
                  .getBytes(ISO_8859_1);
          out.writeShort(text.length);
          out.write(text);
        } else {
          out.write(in.readNBytes(SIZES[tag]));
          // A long and a double count twice.
          i += tag == LONG || tag == DOUBLE ? 1 : 0;
        }
      }
      in.transferTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("a class file ends too early", e);
    }
    return result.toByteArray();
  }

  private String renamed(String text) {
    String whole = names.get(text);
    if (whole != null) {
      return whole;
    }
    if (text.indexOf(';') < 0) {
      return text;
    }
    String changed = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      changed = changed.replace("L" + name.getKey() + ";", "L" + name.getValue() + ";");
    }
    return changed;
  }
}
