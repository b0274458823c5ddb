// Reads an event stream by hand.
//
// A browser's own EventSource cannot send a token and so needs the session cookie, of which a browser
// has one: an operator's would take the place of a buyer's who waits in another tab.

/** A stream that is silent for longer is taken for broken; the server speaks far more often. */
const MAX_SILENCE_MILLIS = 20_000;

/** No event is longer; what is has no end that we should wait for. */
const MAX_EVENT_CHARS = 1_000_000;

/**
 * Calls `heard(name, data)` for every event, until the stream ends or breaks.
 *
 * `open(signal)` asks for it and answers with what the server answered.
 */
export async function listen(open, heard, closing) {
  const giveUp = new AbortController();
  const signal = AbortSignal.any([giveUp.signal, closing]);
  let timer;
  const patience = () => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp.abort(), MAX_SILENCE_MILLIS);
  };
  patience();
  try {
    const answer = await open(signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      patience();
      const frames = (rest + value).split("\n\n");
      rest = frames.pop();
      if (rest.length > MAX_EVENT_CHARS) throw new RangeError("an event without an end");
      frames.forEach((frame) => tell(frame, heard));
    }
  } finally {
    clearTimeout(timer);
    giveUp.abort();
  }
}

function tell(frame, heard) {
  let name = "message";
  const data = [];
  for (const line of frame.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5));
  }
  if (data.length > 0) heard(name, JSON.parse(data.join("\n")));
}
