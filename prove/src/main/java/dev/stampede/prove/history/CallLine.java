package dev.stampede.prove.history;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A call as one line of the record: fields between tabs, in the text form of PostgreSQL's COPY, so
 * that the checker's tables are filled from the file as it is, and grep finds a buyer or a seat.
 */
public final class CallLine {

  /** The columns of {@code history.call}, in the order of the fields. */
  public static final String COLUMNS =
      "id, kind, client, buyer, server, invoked, completed, meaning, show, seats, subject, amount,"
          + " key, pass, reference, status, problem, made, got_seats, total, balance, states,"
          + " got_pass, replayed";

  private static final int FIELDS = 24;

  private CallLine() {}

  static String of(RecordedCall call) {
    Asked asked = call.asked();
    Answered answered = call.answered();
    StringBuilder line = new StringBuilder(256);
    line.append(call.id()).append('\t');
    line.append(call.kind().label()).append('\t');
    line.append(call.client()).append('\t');
    text(line, call.buyer()).append('\t');
    line.append(call.server()).append('\t');
    line.append(call.invokedMicros()).append('\t');
    line.append(call.completedMicros()).append('\t');
    line.append(call.meaning().letter()).append('\t');
    line.append(asked.show()).append('\t');
    numbers(line, asked.seats()).append('\t');
    text(line, asked.subject()).append('\t');
    line.append(asked.amount()).append('\t');
    text(line, asked.key()).append('\t');
    text(line, asked.pass()).append('\t');
    text(line, asked.reference()).append('\t');
    line.append(answered.status()).append('\t');
    text(line, answered.problem()).append('\t');
    text(line, answered.subject()).append('\t');
    numbers(line, answered.seats()).append('\t');
    line.append(answered.total()).append('\t');
    line.append(answered.balance()).append('\t');
    text(line, answered.states()).append('\t');
    text(line, answered.pass()).append('\t');
    return line.append(answered.replayed() ? 't' : 'f').append('\n').toString();
  }

  /** Returns the call of a line without its end. */
  public static RecordedCall parse(String line) {
    String[] field = line.split("\t", -1);
    if (field.length != FIELDS) {
      throw new IllegalArgumentException(
          "a line of the record has %d fields instead of %d: %s"
              .formatted(field.length, FIELDS, line));
    }
    return new RecordedCall(
        Long.parseLong(field[0]),
        CallKind.of(field[1]),
        Integer.parseInt(field[2]),
        plain(field[3]),
        Integer.parseInt(field[4]),
        Long.parseLong(field[5]),
        Long.parseLong(field[6]),
        new Asked(
            Long.parseLong(field[8]),
            seats(field[9]),
            plain(field[10]),
            Long.parseLong(field[11]),
            plain(field[12]),
            plain(field[13]),
            plain(field[14])),
        new Answered(
            Integer.parseInt(field[15]),
            plain(field[16]),
            plain(field[17]),
            seats(field[18]),
            Long.parseLong(field[19]),
            Long.parseLong(field[20]),
            plain(field[21]),
            plain(field[22]),
            field[23].equals("t")));
  }

  private static StringBuilder text(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> line.append("\\\\");
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        default -> line.append(c);
      }
    }
    return line;
  }

  private static String plain(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder text = new StringBuilder(field.length());
    boolean isEscaped = false;
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (isEscaped) {
        text.append(
            switch (c) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> c;
            });
        isEscaped = false;
      } else if (c == '\\') {
        isEscaped = true;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static StringBuilder numbers(StringBuilder line, List<Integer> numbers) {
    return line.append(
        numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}")));
  }

  private static List<Integer> seats(String field) {
    List<Integer> numbers = new ArrayList<>();
    for (String number : field.substring(1, field.length() - 1).split(",", -1)) {
      if (!number.isEmpty()) {
        numbers.add(Integer.parseInt(number));
      }
    }
    return numbers;
  }
}
