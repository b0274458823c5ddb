package dev.stampede.server.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Handler;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.StaticFile;
import dev.stampede.server.http.StaticFile.Keeping;
import dev.stampede.server.http.WebJar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of the pages, in a folder whose name is a hash of all of them: the edition.
 *
 * <p>Modules import each other by relative paths, so a browser loads all of them from the folder
 * that the document names. If any file changes, the folder gets another name. So a browser may
 * cache a file forever, and a page does not mix modules of two editions. During a rolling
 * deployment a browser may ask a server of another edition; that server answers with its own file,
 * which the browser must check again before each use.
 */
final class PageFiles implements Handler {

  private static final String FOLDER = "pages/";

  /** The placeholder in a document for the folder's name. */
  private static final String EDITION_MARK = "EDITION";

  private static final int EDITION_CHARS = 16;

  /** The files that the server serves; other files of the folder are not served. */
  private static final List<String> OURS =
      List.of(
          "api.js",
          "app.js",
          "basket.js",
          "booking.js",
          "bookings.js",
          "clock.js",
          "console-ages.js",
          "console-alerts.js",
          "console-buyer.js",
          "console-by-section.js",
          "console-cancel.js",
          "console-confirm.js",
          "console-crowd.js",
          "console-feed.js",
          "console-fields.js",
          "console-format.js",
          "console-jobs.js",
          "console-levers.js",
          "console-look-up.js",
          "console-matchmaker.js",
          "console-new.js",
          "console-numbers.js",
          "console-panels.js",
          "console-parked.js",
          "console-parts.js",
          "console-plot.js",
          "console-plots.js",
          "console-preview.js",
          "console-refusals.js",
          "console-routes.js",
          "console-sections.js",
          "console-services.js",
          "console-settings.js",
          "console-show.js",
          "console-shows.js",
          "console-texts.en.js",
          "console-texts.js",
          "console.css",
          "console.js",
          "event-reader.js",
          "format.js",
          "hold-watch.js",
          "hold.js",
          "icon.svg",
          "keep.js",
          "paged-list.js",
          "parts.js",
          "place.js",
          "qr.js",
          "routes.js",
          "seat-best.js",
          "seat-board.js",
          "seat-feed.js",
          "seat-gestures.js",
          "seat-layout.js",
          "seat-legend.js",
          "seat-list.js",
          "seat-map.js",
          "seat-painter.js",
          "seat-sprites.js",
          "seats.js",
          "session.js",
          "shell.js",
          "show.js",
          "shows.js",
          "stampede.css",
          "statement.js",
          "texts.en.js",
          "texts.js",
          "wait.js",
          "wallet.js");

  private final Map<String, StaticFile> byName = new LinkedHashMap<>();
  private final StaticFile document;
  private final StaticFile console;
  private volatile @Nullable String edition;

  PageFiles() {
    for (String name : OURS) {
      byName.put(name, StaticFile.of(FOLDER + name));
    }
    byName.put("lit-html.js", new WebJar("org.webjars.npm", "lit-html").file("lit-html.js"));
    // The whole of it in one file, which makes itself known to the page as Chart.
    byName.put("chart.js", new WebJar("org.webjars.npm", "chart.js").file("dist/chart.umd.min.js"));
    document = StaticFile.of(FOLDER + "index.html", this::naming);
    console = StaticFile.of(FOLDER + "console.html", this::naming);
  }

  /** The document of the buyers' page. */
  Handler document() {
    return document;
  }

  /** The document of the operators' console. */
  Handler console() {
    return console;
  }

  @Override
  public Answer handle(Request request) {
    StaticFile file = byName.get(request.pathParameter("file"));
    if (file == null) {
      return Problem.of(ProblemType.NOT_FOUND, "the pages have no such file");
    }
    boolean same = request.pathParameter("edition").equals(edition());
    return file.answer(request, same ? Keeping.FOR_GOOD : Keeping.ASKING);
  }

  private byte[] naming(byte[] html) {
    return new String(html, UTF_8).replace(EDITION_MARK, edition()).getBytes(UTF_8);
  }

  private String edition() {
    String known = edition;
    if (known == null) {
      known = hashOfAll();
      edition = known;
    }
    return known;
  }

  private String hashOfAll() {
    StringBuilder all = new StringBuilder();
    byName.forEach((name, file) -> all.append(name).append(' ').append(file.hash()).append('\n'));
    return StaticFile.hash(all.toString().getBytes(UTF_8)).substring(0, EDITION_CHARS);
  }
}
