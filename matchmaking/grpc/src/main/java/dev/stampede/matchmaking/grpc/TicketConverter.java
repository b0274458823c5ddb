package dev.stampede.matchmaking.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TypedBytes;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;

/** Tickets and assignments as Open Match's clients write them, and as we do. */
final class TicketConverter {

  private TicketConverter() {}

  /**
   * Reads the fields of a new ticket.
   *
   * @throws IllegalArgumentException naming the field and its limit
   */
  static NewTicket read(dev.stampede.openmatch.Ticket sent) {
    dev.stampede.openmatch.SearchFields fields = sent.getSearchFields();
    return new NewTicket(
        new SearchFields(
            fields.getDoubleArgsMap(), fields.getStringArgsMap(), fields.getTagsList()),
        typed(sent.getExtensionsMap()),
        typed(sent.getPersistentFieldMap()));
  }

  static dev.stampede.openmatch.Ticket write(Ticket ticket) {
    SearchFields fields = ticket.searchFields();
    dev.stampede.openmatch.Ticket.Builder form =
        dev.stampede.openmatch.Ticket.newBuilder()
            .setId(ticket.id().value())
            .setCreateTime(timestamp(ticket.createTime()))
            .putAllExtensions(any(ticket.extensions()))
            .putAllPersistentField(any(ticket.persistentField()));
    // A client that sent no search fields gets none back.
    if (!fields.equals(SearchFields.NONE)) {
      form.setSearchFields(
          dev.stampede.openmatch.SearchFields.newBuilder()
              .putAllDoubleArgs(fields.doubleArgs())
              .putAllStringArgs(fields.stringArgs())
              .addAllTags(fields.tags()));
    }
    ticket.assignment().ifPresent(assignment -> form.setAssignment(write(assignment)));
    return form.build();
  }

  static dev.stampede.openmatch.Assignment write(Assignment assignment) {
    return dev.stampede.openmatch.Assignment.newBuilder()
        .setConnection(assignment.connection())
        .putAllExtensions(any(assignment.extensions()))
        .build();
  }

  private static Timestamp timestamp(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  private static Map<String, TypedBytes> typed(Map<String, Any> sent) {
    return sent.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                Map.Entry::getKey,
                entry ->
                    new TypedBytes(
                        entry.getValue().getTypeUrl(), entry.getValue().getValue().toByteArray())));
  }

  private static Map<String, Any> any(Map<String, TypedBytes> kept) {
    return kept.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                Map.Entry::getKey,
                entry ->
                    Any.newBuilder()
                        .setTypeUrl(entry.getValue().type())
                        .setValue(ByteString.copyFrom(entry.getValue().bytes()))
                        .build()));
  }
}
