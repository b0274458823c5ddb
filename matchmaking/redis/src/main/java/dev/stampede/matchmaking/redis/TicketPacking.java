package dev.stampede.matchmaking.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.TypedBytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Tickets and assignments as bytes: a version, then each map and list as its length and its
 * entries, each text and value as its length and its bytes. Lengths take seven bits a byte, so that
 * small tickets stay small: a million of them wait in memory.
 */
final class TicketPacking {

  private static final int VERSION = 1;
  private static final int SEVEN_BITS = 7;
  private static final int LOW = 0x7f;
  private static final int MORE = 0x80;
  private static final int MAX_SHIFT = 28;

  private TicketPacking() {}

  static byte[] pack(NewTicket ticket) {
    Writer out = new Writer();
    out.map(ticket.searchFields().doubleArgs(), Writer::number);
    out.map(ticket.searchFields().stringArgs(), Writer::text);
    out.length(ticket.searchFields().tags().size());
    ticket.searchFields().tags().forEach(out::text);
    out.map(ticket.extensions(), Writer::typed);
    out.map(ticket.persistentField(), Writer::typed);
    return out.bytes();
  }

  static byte[] pack(Assignment assignment) {
    Writer out = new Writer();
    out.text(assignment.connection());
    out.map(assignment.extensions(), Writer::typed);
    return out.bytes();
  }

  static NewTicket ticket(ByteBuffer bytes) {
    Reader in = new Reader(bytes);
    SearchFields fields =
        new SearchFields(in.map(Reader::number), in.map(Reader::text), in.list(Reader::text));
    return new NewTicket(fields, in.map(Reader::typed), in.map(Reader::typed));
  }

  static Assignment assignment(ByteBuffer bytes) {
    Reader in = new Reader(bytes);
    return new Assignment(in.text(), in.map(Reader::typed));
  }

  private static final class Writer {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

    Writer() {
      out.write(VERSION);
    }

    byte[] bytes() {
      return out.toByteArray();
    }

    void length(int value) {
      int rest = value;
      while (rest > LOW) {
        out.write((rest & LOW) | MORE);
        rest >>>= SEVEN_BITS;
      }
      out.write(rest);
    }

    void bytes(byte[] value) {
      length(value.length);
      out.writeBytes(value);
    }

    void text(String value) {
      bytes(value.getBytes(UTF_8));
    }

    void number(Double value) {
      out.writeBytes(ByteBuffer.allocate(Double.BYTES).putDouble(value).array());
    }

    void typed(TypedBytes value) {
      text(value.type());
      bytes(value.bytes());
    }

    <V> void map(Map<String, V> entries, BiConsumer<Writer, V> write) {
      length(entries.size());
      entries.forEach(
          (name, value) -> {
            text(name);
            write.accept(this, value);
          });
    }
  }

  private static final class Reader {
    private final ByteBuffer in;

    Reader(ByteBuffer in) {
      this.in = in;
      int version = in.get();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "a ticket of form %d was found; this server reads form %d".formatted(version, VERSION));
      }
    }

    int length() {
      int value = 0;
      for (int shift = 0; shift <= MAX_SHIFT; shift += SEVEN_BITS) {
        int next = in.get();
        value |= (next & LOW) << shift;
        if ((next & MORE) == 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a length of more than 32 bits was found");
    }

    byte[] bytes() {
      int length = length();
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException(
            "a length of %d was found, and %d bytes are left".formatted(length, in.remaining()));
      }
      byte[] value = new byte[length];
      in.get(value);
      return value;
    }

    String text() {
      return new String(bytes(), UTF_8);
    }

    Double number() {
      return in.getDouble();
    }

    TypedBytes typed() {
      return new TypedBytes(text(), bytes());
    }

    <V> List<V> list(Function<Reader, V> read) {
      int count = length();
      List<V> values = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        values.add(read.apply(this));
      }
      return values;
    }

    <V> Map<String, V> map(Function<Reader, V> read) {
      int count = length();
      Map<String, V> entries = new HashMap<>();
      for (int i = 0; i < count; i++) {
        entries.put(text(), read.apply(this));
      }
      return entries;
    }
  }
}
