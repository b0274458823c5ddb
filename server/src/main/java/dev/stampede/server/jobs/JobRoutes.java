package dev.stampede.server.jobs;

import dev.stampede.jobs.JobAdmin;
import dev.stampede.jobs.JobId;
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
import java.util.regex.Pattern;

/** The job queue for operators: how it is, and what to do about jobs that gave up. */
public final class JobRoutes implements RouteSet {

  private static final String JOBS = "/api/v1/jobs";
  private static final Access OPERATOR = Access.requires(Role.OPERATOR);

  /** As many digits as a long can surely hold. */
  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");

  private final JobAdmin admin;

  public JobRoutes(JobAdmin admin) {
    this.admin = admin;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(JOBS, OPERATOR, this::look)
        .post(JOBS + "/{id}/retry", OPERATOR, this::retry)
        .delete(JOBS + "/{id}", OPERATOR, this::drop);
  }

  private Answer look(Request request) {
    PageRequest wanted = PageRequest.of(request);
    Optional<String> cursor = wanted.cursor();
    if (cursor.isPresent() && !ID.matcher(cursor.get()).matches()) {
      return PageRequest.badCursor();
    }
    long below = cursor.map(Long::parseLong).orElse(Long.MAX_VALUE);
    List<JobAdmin.DeadLetter> letters = admin.deadLetters(below, wanted.limit() + 1);
    boolean more = letters.size() > wanted.limit();
    List<JobAdmin.DeadLetter> page = more ? letters.subList(0, wanted.limit()) : letters;
    return JsonAnswer.ok(
        new JobsReply(
            JobsReply.FiguresReply.of(admin.figures()),
            page.stream().map(JobsReply.DeadLetterReply::of).toList(),
            more ? page.getLast().id().toString() : null));
  }

  private Answer retry(Request request) {
    Optional<JobId> id = id(request);
    if (id.isEmpty()) {
      return noSuchLetter();
    }
    return switch (admin.retry(id.get())) {
      case JobAdmin.Retried.Requeued _ -> JsonAnswer.noContent();
      case JobAdmin.Retried.NotDead _ -> noSuchLetter();
      case JobAdmin.Retried.KeyTaken _ ->
          Problem.of(
              ProblemType.JOB_WAITING,
              "another job with the same key waits or runs; drop this one, or retry it when that is"
                  + " done");
    };
  }

  private Answer drop(Request request) {
    return id(request).filter(admin::drop).isPresent() ? JsonAnswer.noContent() : noSuchLetter();
  }

  private static Optional<JobId> id(Request request) {
    String text = request.pathParameter("id");
    return ID.matcher(text).matches()
        ? Optional.of(new JobId(Long.parseLong(text)))
        : Optional.empty();
  }

  private static Answer noSuchLetter() {
    return Problem.of(
        ProblemType.NOT_FOUND,
        "no dead job has this id; it may have been retried or dropped already");
  }
}
