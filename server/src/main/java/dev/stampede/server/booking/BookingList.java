package dev.stampede.server.booking;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.server.claim.Replies;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Request;
import java.util.Optional;

/** A buyer's bookings, page by page, newest first. The cursor is the last id given. */
public final class BookingList {

  private final Bookings bookings;
  private final Replies replies;

  public BookingList(Bookings bookings, Replies replies) {
    this.bookings = bookings;
    this.replies = replies;
  }

  public Answer answer(Request request, Buyer owner) {
    PageRequest wanted = PageRequest.of(request);
    Optional<BookingId> below = wanted.cursor().flatMap(BookingId::parse);
    if (wanted.cursor().isPresent() && below.isEmpty()) {
      return PageRequest.badCursor();
    }
    Bookings.Page page = bookings.list(owner, below, wanted.limit());
    return new PageReply<>(
            page.bookings().stream().map(replies::of).toList(),
            page.next().map(BookingId::toString).orElse(null))
        .aged(replies.freshness().age());
  }
}
