package dev.stampede.server.refund;

import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.RefundId;
import dev.stampede.engine.claim.Refunds;
import dev.stampede.engine.claim.Refunds.Settled;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The refunds that shops owe, and their word that one was paid. */
public final class RefundRoutes implements RouteSet {

  private static final String REFUNDS = "/api/v1/refunds";
  private static final Access OPERATOR_OR_SHOP = Access.requires(Role.OPERATOR, Role.SHOP);
  private static final Logger log = LoggerFactory.getLogger(RefundRoutes.class);

  private final Refunds refunds;

  public RefundRoutes(Refunds refunds) {
    this.refunds = refunds;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(REFUNDS, OPERATOR_OR_SHOP, this::list)
        .post(REFUNDS + "/{id}/paid", OPERATOR_OR_SHOP, this::settle);
  }

  /** Newest first. The cursor is the last id given. */
  private Answer list(Request request) {
    PageRequest wanted = PageRequest.of(request);
    Optional<RefundId> below = wanted.cursor().flatMap(RefundId::parse);
    if (wanted.cursor().isPresent() && below.isEmpty()) {
      return PageRequest.badCursor();
    }
    Optional<String> asked = request.query("state");
    Optional<Refund.State> state = asked.flatMap(RefundRoutes::state);
    if (asked.isPresent() && state.isEmpty()) {
      return Problem.invalidField(
          "state", "state is neither 'due' nor 'paid'; give one of them, or nothing for all");
    }
    Refunds.Page page = refunds.list(state, below, wanted.limit());
    return JsonAnswer.ok(
        new PageReply<>(
            page.refunds().stream().map(RefundReply::of).toList(),
            page.next().map(RefundId::toString).orElse(null)));
  }

  private static Optional<Refund.State> state(String name) {
    return Arrays.stream(Refund.State.values())
        .filter(state -> RefundReply.name(state).equals(name))
        .findFirst();
  }

  private Answer settle(Request request) {
    Fields body = Fields.of(request.json()).knowing(Set.of("reference"));
    Optional<String> reference =
        body.text("reference", 1, Payment.Outside.MAX_REFERENCE_CHARS).required();
    body.requireGood();
    return RefundId.parse(request.pathParameter("id"))
        .map(id -> refunds.settle(id, reference.orElseThrow()))
        .map(settled -> answer(settled, request.caller().sub()))
        .orElseGet(RefundRoutes::noSuchRefund);
  }

  private static Answer answer(Settled settled, String caller) {
    return switch (settled) {
      case Settled.Paid(Refund refund) -> {
        log.info(
            "refund {} of {}'s payment {}, amount {}, was paid with reference {}, reported by {}",
            refund.id(),
            refund.payment().provider(),
            refund.payment().reference(),
            refund.amount(),
            refund.settlement().map(Refund.Settlement::reference).orElse(""),
            caller);
        yield JsonAnswer.ok(RefundReply.of(refund));
      }
      case Settled.PaidOtherwise(Refund refund) ->
          Problem.of(
                  ProblemType.REFERENCE_USED,
                  "the refund was already paid with another reference; nothing was changed, see"
                      + " paidReference")
              .with(
                  "paidReference",
                  refund.settlement().map(Refund.Settlement::reference).orElseThrow());
      case Settled.NoSuchRefund _ -> noSuchRefund();
    };
  }

  private static Problem noSuchRefund() {
    return Problem.of(
        ProblemType.NOT_FOUND, "no refund has this id; GET /api/v1/refunds lists all of them");
  }
}
