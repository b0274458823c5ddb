// The identity of the user. A shop links here with `#token=…`. A server with the development issuer
// gives a token to anybody at the same machine; the page then makes up a name and keeps it.
//
// The document says in which role: buyer, or operator. Each keeps a token of its own, so that both
// can be open in one browser.

import { browser, tab } from "./keep.js";

/** A token that ends sooner than this is as good as none. */
const LEAST_LIFE_MILLIS = 5_000;

const ROLE = document.documentElement.dataset.role ?? "buyer";
const TOKEN_KEY = ROLE === "buyer" ? "token" : ROLE + ".token";

let issuerIsOff = false;
let asking;
let cookieFor;

/** Takes the token out of the address, where it would be copied and shown. */
export function takeFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  tab.write(TOKEN_KEY, given);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The claims of the token that is there and still good, or nothing. */
export function claims() {
  const token = tab.read(TOKEN_KEY);
  if (!token) return undefined;
  try {
    const payload = token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(payload), (c) => c.charCodeAt(0));
    const read = JSON.parse(new TextDecoder().decode(bytes));
    return read.exp * 1000 > Date.now() + LEAST_LIFE_MILLIS ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The name in the token, once there is one. */
export function me() {
  return claims()?.sub;
}

/** A token, asked for if need be; nothing where nobody gives us one. */
export async function token() {
  if (claims()) return tab.read(TOKEN_KEY);
  if (issuerIsOff) return undefined;
  asking ??= askTheIssuer().finally(() => (asking = undefined));
  return asking;
}

/** After the server has refused it. */
export function dropToken() {
  tab.drop(TOKEN_KEY);
  cookieFor = undefined;
}

async function askTheIssuer() {
  let sub = browser.read(ROLE);
  if (!sub) {
    sub = `${ROLE}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    browser.write(ROLE, sub);
  }
  const answer = await fetch("/api/v1/dev/tokens", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sub, roles: [ROLE] }),
  });
  if (!answer.ok) {
    issuerIsOff = answer.status === 403 || answer.status === 404 || answer.status === 405;
    return undefined;
  }
  const given = (await answer.json()).token;
  tab.write(TOKEN_KEY, given);
  return given;
}

/** Trades the token for a cookie, since an event stream cannot send a token. */
export async function openCookie() {
  const mine = await token();
  if (!mine || cookieFor === mine) return;
  const answer = await fetch("/api/v1/session", {
    method: "POST",
    headers: { Authorization: "Bearer " + mine },
  });
  if (answer.ok) cookieFor = mine;
}
