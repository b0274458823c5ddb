package dev.stampede.server.wallet;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.wallet.Wallets;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Request;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** A wallet's statement, page by page, newest first. */
public final class EntryList {

  /** The number of an entry, which is as many digits as a long can surely hold. */
  private static final Pattern CURSOR = Pattern.compile("[1-9][0-9]{0,17}");

  private final Wallets wallets;
  private final Freshness freshness;

  public EntryList(Wallets wallets, Freshness freshness) {
    this.wallets = wallets;
    this.freshness = freshness;
  }

  public Answer answer(Request request, Buyer owner) {
    PageRequest wanted = PageRequest.of(request);
    Optional<String> cursor = wanted.cursor();
    if (cursor.isPresent() && !CURSOR.matcher(cursor.get()).matches()) {
      return PageRequest.badCursor();
    }
    OptionalLong below =
        cursor.isPresent() ? OptionalLong.of(Long.parseLong(cursor.get())) : OptionalLong.empty();
    Wallets.Statement page = wallets.entries(owner, below, wanted.limit());
    return new PageReply<>(
            page.lines().stream().map(EntryReply::of).toList(),
            page.next().isPresent() ? Long.toString(page.next().getAsLong()) : null)
        .aged(freshness.age());
  }
}
