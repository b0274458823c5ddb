package dev.stampede.engine.seats;

import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Packs a board into bytes and back, column by column, because this compresses best. */
final class BoardCodec {

  private static final int FORM = 1;
  private static final int MAPPED = 0;
  private static final int OPEN = 1;

  private BoardCodec() {}

  static byte[] pack(SeatBoard board) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      Position position = board.position();
      List<SeatNotice> notices = board.notices();
      out.writeByte(FORM);
      out.writeUTF(position.epoch());
      out.writeLong(position.n());
      writeSections(out, board.map().sections());
      out.writeInt(notices.size());
      for (SeatNotice notice : notices) {
        out.writeInt(notice.seat());
      }
      for (SeatNotice notice : notices) {
        out.writeInt(notice.rank());
      }
      for (SeatNotice notice : notices) {
        out.writeByte(notice.state().letter());
      }
      for (SeatNotice notice : notices) {
        out.writeLong(notice.untilMillis());
      }
      for (SeatNotice notice : notices) {
        out.writeInt(notice.owner());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  /** Empty if the bytes are not in this form: a server of another version may have written them. */
  static Optional<SeatBoard> unpack(ShowId show, byte[] bytes, int logLength) {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      if (in.readByte() != FORM) {
        return Optional.empty();
      }
      Position position = new Position(in.readUTF(), in.readLong());
      SeatBoard board =
          new SeatBoard(show, new SeatMap(readSections(in)), position, true, logLength);
      readNotices(in, board.map().size()).forEach(board::apply);
      return Optional.of(board);
    } catch (IOException | IllegalArgumentException broken) {
      return Optional.empty();
    }
  }

  private static void writeSections(DataOutputStream out, List<Section> sections)
      throws IOException {
    out.writeShort(sections.size());
    for (Section section : sections) {
      out.writeUTF(section.name());
      out.writeLong(section.price());
      switch (section) {
        case Section.Mapped mapped -> {
          out.writeByte(MAPPED);
          out.writeInt(mapped.rows());
          out.writeInt(mapped.seatsPerRow());
        }
        case Section.Open open -> {
          out.writeByte(OPEN);
          out.writeInt(open.capacity());
        }
      }
    }
  }

  private static List<Section> readSections(DataInputStream in) throws IOException {
    int count = in.readUnsignedShort();
    List<Section> sections = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = in.readUTF();
      long price = in.readLong();
      sections.add(
          in.readByte() == MAPPED
              ? new Section.Mapped(name, price, in.readInt(), in.readInt())
              : new Section.Open(name, price, in.readInt()));
    }
    return sections;
  }

  private static List<SeatNotice> readNotices(DataInputStream in, int seats) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > seats) {
      throw new IOException(count + " notices of " + seats + " seats");
    }
    int[] numbers = new int[count];
    int[] ranks = new int[count];
    byte[] letters = new byte[count];
    long[] untils = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = in.readInt();
    }
    for (int i = 0; i < count; i++) {
      ranks[i] = in.readInt();
    }
    in.readFully(letters);
    for (int i = 0; i < count; i++) {
      untils[i] = in.readLong();
    }
    List<SeatNotice> notices = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      SeatState state = SeatState.of((char) letters[i]);
      notices.add(new SeatNotice(numbers[i], ranks[i], state, untils[i], in.readInt()));
    }
    return notices;
  }
}
