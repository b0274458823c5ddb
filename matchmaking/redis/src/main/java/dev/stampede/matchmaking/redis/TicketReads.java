package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.redis.RedisLink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many bodies at once: from a replica first, if there is one, and what it does not have from the
 * primary. It may be missing because its time is over or because the replica is behind: only the
 * primary knows. A replica that does not answer has nothing.
 */
final class TicketReads {

  private static final Logger log = LoggerFactory.getLogger(TicketReads.class);

  private final TicketBodies bodies;
  private final RedisLink primary;
  private final Optional<RedisLink> replica;

  TicketReads(TicketKeys keys, RedisLink primary, Optional<RedisLink> replica) {
    this.bodies = new TicketBodies(keys);
    this.primary = primary;
    this.replica = replica;
  }

  List<Ticket> read(List<TicketId> ids) {
    List<Ticket> found =
        new ArrayList<>(replica.map(from -> readFromReplica(from, ids)).orElseGet(List::of));
    if (found.size() < ids.size()) {
      Set<TicketId> there = new HashSet<>(found.stream().map(Ticket::id).toList());
      found.addAll(read(primary, ids.stream().filter(id -> !there.contains(id)).toList()));
    }
    return found;
  }

  private List<Ticket> readFromReplica(RedisLink from, List<TicketId> ids) {
    try {
      return read(from, ids);
    } catch (RuntimeException away) {
      log.debug("the replica did not answer; the primary is asked", away);
      return List.of();
    }
  }

  private List<Ticket> read(RedisLink from, List<TicketId> ids) {
    List<List<TicketId>> parts = TicketScript.parts(ids, TicketBodies.TOGETHER);
    List<List<byte[]>> answers = TicketScript.askAll(parts, part -> bodies.bodies(from, part));
    List<Ticket> found = new ArrayList<>(ids.size());
    for (int i = 0; i < parts.size(); i++) {
      for (int j = 0; j < parts.get(i).size(); j++) {
        TicketBodies.ticket(parts.get(i).get(j), answers.get(i).get(j), Optional.empty())
            .ifPresent(found::add);
      }
    }
    return found;
  }
}
