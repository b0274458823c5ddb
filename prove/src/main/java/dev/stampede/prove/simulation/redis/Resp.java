package dev.stampede.prove.simulation.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Redis' protocol, as far as it takes to read commands and to write answers. */
final class Resp {

  private Resp() {}

  /** The words of a command. */
  static List<String> command(ByteBuf in) {
    int count = number(in, '*');
    List<String> words = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = number(in, '$');
      words.add(in.readCharSequence(length, UTF_8).toString());
      in.skipBytes(2);
    }
    return words;
  }

  private static int number(ByteBuf in, char kind) {
    if (in.readByte() != kind) {
      throw new IllegalArgumentException("a command has '" + kind + "' here");
    }
    int number = 0;
    for (byte digit = in.readByte(); digit != '\r'; digit = in.readByte()) {
      number = number * 10 + digit - '0';
    }
    in.skipBytes(1);
    return number;
  }

  static ByteBuf answer(@Nullable Object answer) {
    StringBuilder text = new StringBuilder();
    write(text, answer);
    return Unpooled.copiedBuffer(text, UTF_8);
  }

  static ByteBuf error(String message) {
    return Unpooled.copiedBuffer("-" + message + "\r\n", UTF_8);
  }

  private static void write(StringBuilder out, @Nullable Object answer) {
    switch (answer) {
      case null -> out.append("$-1\r\n");
      case Long number -> out.append(':').append((long) number).append("\r\n");
      case RedisCommands.Status status -> out.append('+').append(status.text()).append("\r\n");
      case List<?> list -> {
        out.append('*').append(list.size()).append("\r\n");
        list.forEach(one -> write(out, one));
      }
      default -> {
        String text = answer.toString();
        out.append('$').append(text.getBytes(UTF_8).length).append("\r\n");
        out.append(text).append("\r\n");
      }
    }
  }
}
