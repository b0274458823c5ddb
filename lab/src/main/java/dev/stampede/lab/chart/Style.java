package dev.stampede.lab.chart;

/** The colours, by day and by night; each way has its own, and relatives look alike. */
public final class Style {

  /** The style of drawings. Words repeat all that a colour says. */
  public static final String DRAWING =
      """
      :root{--paper:#fff;--ink:#1c2128;--soft:#57606a;--faint:#d8dee4;--band:#f6f8fa;
      --unsafe:#c8324a;--optimistic:#d9730d;--serializable:#a8840b;--pessimistic:#1f5fbf;
      --skip-locked:#0f8fb3;--advisory:#4b4fc4;--redis-simple:#8e44ad;--redis-spin:#b0479b;
      --redis-pubsub:#6a3fb5;--per-request:#5f7f1f;--kafka-partition:#0d7d6c;--group-commit:#1a7f37;
      --sold:#1a7f37;--no-tickets:#b6c2cf;--attempts-exhausted:#d9730d;--queue-timeout:#a8840b;
      --lock-busy:#8e44ad;--error:#c8324a}
      @media(prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--soft:#9ea7b3;--faint:#30363d;
      --band:#161b22;--unsafe:#ff6b81;--optimistic:#ffa94d;--serializable:#e6c229;--pessimistic:#74a9ff;
      --skip-locked:#58c7e8;--advisory:#9a9dff;--redis-simple:#cf8ff0;--redis-spin:#f08fd8;
      --redis-pubsub:#b699f7;--per-request:#b3d15a;--kafka-partition:#4fd1b9;--group-commit:#56d364;
      --sold:#3fb950;--no-tickets:#57606a;--attempts-exhausted:#ffa94d;--queue-timeout:#e6c229;
      --lock-busy:#cf8ff0;--error:#ff6b81}}
      text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}
      .paper{fill:var(--paper)}.band{fill:var(--band)}.soft{fill:var(--soft)}.small{font-size:11px}
      .strong{font-weight:600}.head{font-size:14px;font-weight:600}.end{text-anchor:end}
      .mid{text-anchor:middle}.grid{stroke:var(--faint);stroke-width:1}
      .axis{stroke:var(--soft);stroke-width:1}.even{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}
      .curve{fill:none;stroke-width:2;stroke-linejoin:round}.queued{stroke-dasharray:6 4}
      .fill{fill:var(--c)}.hill{fill:var(--c);fill-opacity:.3;stroke:var(--c);stroke-width:1.5}
      .stroke{stroke:var(--c)}.mark{stroke:var(--c);stroke-width:2}.dots{fill:var(--c);fill-opacity:.75}
      .tint{fill:var(--c)}
      .unsafe{--c:var(--unsafe)}.optimistic{--c:var(--optimistic)}.serializable{--c:var(--serializable)}
      .pessimistic{--c:var(--pessimistic)}.skip-locked{--c:var(--skip-locked)}.advisory{--c:var(--advisory)}
      .redis-simple{--c:var(--redis-simple)}.redis-spin{--c:var(--redis-spin)}
      .redis-pubsub{--c:var(--redis-pubsub)}.per-request{--c:var(--per-request)}
      .kafka-partition{--c:var(--kafka-partition)}.group-commit{--c:var(--group-commit)}
      .sold{--c:var(--sold)}.sold-twice{--c:var(--error)}.no-tickets{--c:var(--no-tickets)}
      .attempts-exhausted{--c:var(--attempts-exhausted)}.queue-timeout{--c:var(--queue-timeout)}
      .lock-busy{--c:var(--lock-busy)}.error{--c:var(--error)}
      """;

  private Style() {}
}
