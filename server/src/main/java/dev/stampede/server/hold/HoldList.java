package dev.stampede.server.hold;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.server.claim.HoldReply;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A buyer's live holds, page by page in the order of their ids, which is that of their making. The
 * cursor is the last id given, which still marks its place when that hold has ended: whatever is
 * live from the first page to the last is given once.
 */
final class HoldList {

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
    // One more than is shown tells whether there is a next page.
    List<HeldSeats> left = holds.live(owner, after, wanted.limit() + 1);
    boolean more = left.size() > wanted.limit();
    List<HeldSeats> page = more ? left.subList(0, wanted.limit()) : left;
    return JsonAnswer.ok(
        new PageReply<>(
            page.stream().map(shown).toList(), more ? page.getLast().id().toString() : null));
  }
}
