package dev.stampede.server.consumers;

import dev.stampede.consumer.ConsumerAdmin;
import dev.stampede.consumer.ConsumerAdmin.ParkedKey;
import dev.stampede.consumer.ConsumerAdmin.Retried;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The consumers of events for operators: how far they are, and what to do about what they parked.
 */
public final class ConsumerRoutes implements RouteSet {

  private static final String CONSUMERS = "/api/v1/consumers";
  private static final String PARKED = CONSUMERS + "/{name}/parked";
  private static final Access OPERATOR = Access.requires(Role.OPERATOR);

  /** As many digits as a long can surely hold. */
  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");

  private final List<ConsumerAdmin> admins;

  public ConsumerRoutes(List<ConsumerAdmin> admins) {
    this.admins = List.copyOf(admins);
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(CONSUMERS, OPERATOR, _ -> look())
        .get(PARKED, OPERATOR, request -> of(request, admin -> parked(request, admin)))
        .post(PARKED + "/{id}/retry", OPERATOR, request -> retry(request, ConsumerAdmin::retry))
        .post(PARKED + "/{id}/skip", OPERATOR, request -> retry(request, ConsumerAdmin::skip))
        .post(PARKED + "/{id}/drop", OPERATOR, request -> retry(request, ConsumerAdmin::drop))
        .delete(PARKED + "/{id}", OPERATOR, this::dropKey);
  }

  private Answer look() {
    return JsonAnswer.ok(new ConsumerReply.All(admins.stream().map(ConsumerReply::of).toList()));
  }

  private Answer of(Request request, Function<ConsumerAdmin, Answer> answer) {
    String name = request.pathParameter("name");
    return admins.stream()
        .filter(admin -> admin.consumer().equals(name))
        .findFirst()
        .map(answer)
        .orElseGet(
            () ->
                Problem.of(ProblemType.NOT_FOUND, "no consumer has such a name; see " + CONSUMERS));
  }

  private static Answer parked(Request request, ConsumerAdmin admin) {
    PageRequest wanted = PageRequest.of(request);
    Optional<String> cursor = wanted.cursor();
    if (cursor.isPresent() && !ID.matcher(cursor.get()).matches()) {
      return PageRequest.badCursor();
    }
    long above = cursor.map(Long::parseLong).orElse(0L);
    List<ParkedKey> keys = admin.parked(above, wanted.limit() + 1);
    boolean more = keys.size() > wanted.limit();
    List<ParkedKey> page = more ? keys.subList(0, wanted.limit()) : keys;
    return JsonAnswer.ok(
        new ConsumerReply.Page(
            page.stream().map(ConsumerReply.ParkedReply::of).toList(),
            more ? Long.toString(page.getLast().id()) : null));
  }

  private Answer retry(Request request, BiFunction<ConsumerAdmin, Long, Retried> step) {
    return of(
        request,
        admin ->
            switch (id(request).map(id -> step.apply(admin, id)).orElse(new Retried.Unknown())) {
              case Retried.Flows(int handled) -> JsonAnswer.ok(new ConsumerReply.Handled(handled));
              case Retried.StillParked(int handled, String why) ->
                  Problem.of(
                          ProblemType.STILL_PARKED,
                          "%d messages were handled, the next one was not: %s"
                              .formatted(handled, why))
                      .with("handled", handled);
              case Retried.Unknown _ -> noSuchMessage();
            });
  }

  private Answer dropKey(Request request) {
    return of(
        request,
        admin ->
            id(request).filter(id -> admin.dropKey(id) > 0).isPresent()
                ? JsonAnswer.noContent()
                : noSuchMessage());
  }

  private static Optional<Long> id(Request request) {
    String text = request.pathParameter("id");
    return ID.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private static Answer noSuchMessage() {
    return Problem.of(
        ProblemType.NOT_FOUND,
        "no key is parked with this message as its first; it may have been retried or dropped"
            + " already");
  }
}
