package dev.stampede.server.hold;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Reply;
import dev.stampede.server.http.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A buyer's live holds, page by page in the order of their ids, which is that of their making. A
 * buyer has few, so that all are read and the page is cut out here; the cursor is the last id
 * given, which still marks its place when that hold has ended.
 */
final class HoldList {

  /** More live holds than this one buyer does not see listed. */
  private static final int MAX_LISTED = 1_000;

  /** As the database sorts them: by their bytes. */
  private static final Comparator<UUID> BY_BYTES =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  private final Holds holds;

  HoldList(Holds holds) {
    this.holds = holds;
  }

  Answer answer(Request request, Buyer owner, Function<HeldSeats, HoldReply> shown) {
    PageRequest wanted = PageRequest.of(request);
    Optional<HoldId> after = wanted.cursor().flatMap(HoldId::parse);
    if (wanted.cursor().isPresent() && after.isEmpty()) {
      return PageRequest.badCursor();
    }
    List<HeldSeats> left =
        holds.live(owner, MAX_LISTED).stream()
            .filter(hold -> after.isEmpty() || isAfter(hold, after.get()))
            .sorted(Comparator.comparing(hold -> hold.id().value(), BY_BYTES))
            .limit(wanted.limit() + 1L)
            .toList();
    boolean more = left.size() > wanted.limit();
    List<HeldSeats> page = more ? left.subList(0, wanted.limit()) : left;
    return Reply.ok(
        new PageReply<>(
            page.stream().map(shown).toList(), more ? page.getLast().id().toString() : null));
  }

  private static boolean isAfter(HeldSeats hold, HoldId place) {
    return BY_BYTES.compare(hold.id().value(), place.value()) > 0;
  }
}
