package dev.stampede.server.waitingroom;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The public facts of a draw. They do not show which buyer is behind a leaf. */
sealed interface ProofReply {

  /** Before: the promise alone. */
  record Gathering(String showId, String algorithm, String commitment, String state, Instant now)
      implements ProofReply {

    static Gathering of(DrawProof.Gathering proof, Instant now) {
      return new Gathering(
          proof.show().toString(),
          DrawProof.ALGORITHM,
          proof.commitment().toString(),
          "gathering",
          now);
    }
  }

  /** Afterwards: all of it, page by page, each with what is needed to check the whole. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Drawn(
      String showId,
      String algorithm,
      String commitment,
      String state,
      String secret,
      String root,
      int leaves,
      Instant drawnAt,
      List<Item> items,
      @Nullable String nextCursor,
      Instant now)
      implements ProofReply {

    public Drawn {
      items = List.copyOf(items);
    }

    static Drawn of(DrawProof.Published proof, List<DrawnPlace> page, Instant now) {
      int last = page.isEmpty() ? proof.leaves() : page.getLast().place();
      return new Drawn(
          proof.show().toString(),
          DrawProof.ALGORITHM,
          proof.commitment().toString(),
          "drawn",
          proof.secret().reveal(),
          proof.root().toString(),
          proof.leaves(),
          proof.drawnAt(),
          page.stream().map(each -> new Item(each.place(), each.leaf().toString())).toList(),
          last < proof.leaves() ? Integer.toString(last + 1) : null,
          now);
    }
  }

  /** A leaf and the place it drew. */
  record Item(int place, String leaf) {}
}
