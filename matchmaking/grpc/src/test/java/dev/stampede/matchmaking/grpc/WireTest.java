package dev.stampede.matchmaking.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.stampede.openmatch.DoubleRangeFilter;
import dev.stampede.openmatch.FrontendProto;
import dev.stampede.openmatch.MessagesProto;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Clients are compiled with these numbers and names; written down here by hand, once more. */
final class WireTest {

  private static final String MESSAGES =
      """
      Ticket: id=1 string, assignment=3 Assignment, search_fields=4 SearchFields, extensions=5 map<string,google.protobuf.Any>, persistent_field=6 map<string,google.protobuf.Any>, create_time=7 google.protobuf.Timestamp; reserved 2
      SearchFields: double_args=1 map<string,double>, string_args=2 map<string,string>, tags=3 repeated string
      Assignment: connection=1 string, extensions=4 map<string,google.protobuf.Any>; reserved 2 3
      DoubleRangeFilter: double_arg=1 string, max=2 double, min=3 double, exclude=4 DoubleRangeFilter.Exclude
      StringEqualsFilter: string_arg=1 string, value=2 string
      TagPresentFilter: tag=1 string
      Pool: name=1 string, double_range_filters=2 repeated DoubleRangeFilter, string_equals_filters=4 repeated StringEqualsFilter, tag_present_filters=5 repeated TagPresentFilter, created_before=6 google.protobuf.Timestamp, created_after=7 google.protobuf.Timestamp; reserved 3
      MatchProfile: name=1 string, pools=3 repeated Pool, extensions=5 map<string,google.protobuf.Any>; reserved 2 4
      Match: match_id=1 string, match_profile=2 string, match_function=3 string, tickets=4 repeated Ticket, extensions=7 map<string,google.protobuf.Any>, backfill=8 Backfill, allocate_gameserver=9 bool; reserved 5 6
      Backfill: id=1 string, search_fields=2 SearchFields, extensions=3 map<string,google.protobuf.Any>, persistent_field=4 map<string,google.protobuf.Any>, create_time=5 google.protobuf.Timestamp, generation=6 int64
      """;

  private static final String REQUESTS =
      """
      CreateTicketRequest: ticket=1 Ticket
      DeleteTicketRequest: ticket_id=1 string
      GetTicketRequest: ticket_id=1 string
      WatchAssignmentsRequest: ticket_id=1 string
      WatchAssignmentsResponse: assignment=1 Assignment
      DeindexTicketRequest: ticket_id=1 string
      DeindexTicketResponse:
      AcknowledgeBackfillRequest: backfill_id=1 string, assignment=2 Assignment
      AcknowledgeBackfillResponse: backfill=1 Backfill, tickets=2 repeated Ticket
      CreateBackfillRequest: backfill=1 Backfill
      DeleteBackfillRequest: backfill_id=1 string
      GetBackfillRequest: backfill_id=1 string
      UpdateBackfillRequest: backfill=1 Backfill
      """;

  private static final String CALLS =
      """
      CreateTicket: CreateTicketRequest -> Ticket
      DeleteTicket: DeleteTicketRequest -> google.protobuf.Empty
      GetTicket: GetTicketRequest -> Ticket
      WatchAssignments: WatchAssignmentsRequest -> stream WatchAssignmentsResponse
      DeindexTicket: DeindexTicketRequest -> DeindexTicketResponse
      AcknowledgeBackfill: AcknowledgeBackfillRequest -> AcknowledgeBackfillResponse
      CreateBackfill: CreateBackfillRequest -> Backfill
      DeleteBackfill: DeleteBackfillRequest -> google.protobuf.Empty
      GetBackfill: GetBackfillRequest -> Backfill
      UpdateBackfill: UpdateBackfillRequest -> Backfill
      """;

  @Test
  void everyFieldHasTheNumberThatClientsAreCompiledWith() {
    assertThat(messages(MessagesProto.getDescriptor())).isEqualTo(lines(MESSAGES));
    assertThat(messages(FrontendProto.getDescriptor())).isEqualTo(lines(REQUESTS));
  }

  @Test
  void boundsAreExcludedByTheNumbersOfOpenMatch() {
    assertThat(DoubleRangeFilter.Exclude.getDescriptor().getValues())
        .extracting(EnumValueDescriptor::getName)
        .containsExactly("NONE", "MIN", "MAX", "BOTH");
    assertThat(DoubleRangeFilter.Exclude.getDescriptor().getValues())
        .extracting(EnumValueDescriptor::getNumber)
        .containsExactly(0, 1, 2, 3);
  }

  @Test
  void theServiceIsCalledAsOpenMatchCallsIt() {
    ServiceDescriptor service = FrontendProto.getDescriptor().getServices().getFirst();

    assertThat(service.getFullName()).isEqualTo("openmatch.FrontendService");
    assertThat(
            service.getMethods().stream()
                .collect(Collectors.toMap(MethodDescriptor::getName, WireTest::call)))
        .isEqualTo(lines(CALLS));
  }

  private static String call(MethodDescriptor call) {
    assertThat(call.isClientStreaming()).isFalse();
    return "%s -> %s%s"
        .formatted(
            shortened(call.getInputType().getFullName()),
            call.isServerStreaming() ? "stream " : "",
            shortened(call.getOutputType().getFullName()));
  }

  private static Map<String, String> messages(FileDescriptor file) {
    assertThat(file.getPackage()).isEqualTo("openmatch");
    return file.getMessageTypes().stream()
        .collect(Collectors.toMap(Descriptor::getName, WireTest::message));
  }

  private static String message(Descriptor message) {
    String fields =
        message.getFields().stream()
            .map(
                field ->
                    "%s=%d %s".formatted(field.getName(), field.getNumber(), type(field, false)))
            .collect(Collectors.joining(", "));
    List<DescriptorProto.ReservedRange> reserved = message.toProto().getReservedRangeList();
    return reserved.isEmpty()
        ? fields
        : fields
            + "; reserved "
            + reserved.stream()
                .map(range -> Integer.toString(range.getStart()))
                .collect(Collectors.joining(" "));
  }

  private static String type(FieldDescriptor field, boolean element) {
    if (field.isMapField()) {
      Function<String, String> part =
          name -> type(field.getMessageType().findFieldByName(name), true);
      return "map<%s,%s>".formatted(part.apply("key"), part.apply("value"));
    }
    String name =
        switch (field.getJavaType()) {
          case MESSAGE -> shortened(field.getMessageType().getFullName());
          case ENUM -> shortened(field.getEnumType().getFullName());
          default ->
              field.toProto().getType().name().substring("TYPE_".length()).toLowerCase(Locale.ROOT);
        };
    return field.isRepeated() && !element ? "repeated " + name : name;
  }

  private static String shortened(String name) {
    return name.startsWith("openmatch.") ? name.substring("openmatch.".length()) : name;
  }

  private static Map<String, String> lines(String table) {
    Map<String, String> lines = new TreeMap<>();
    table
        .lines()
        .forEach(
            line ->
                lines.put(
                    line.substring(0, line.indexOf(':')),
                    line.substring(line.indexOf(':') + 1).strip()));
    return lines;
  }
}
