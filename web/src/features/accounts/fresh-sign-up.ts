/** A mailed code is typed within minutes; after that the password is asked for as ever. */
const keptMs = 15 * 60_000;

type SignUp = { email: string; password: string; until: number };
let fresh: SignUp | null = null;

/**
 * Keeps what was just chosen so that its owner need not type it again behind the mailed code: in this page's memory alone,
 * nowhere that outlives it.
 */
export function keepSignUp(email: string, password: string, nowMs = Date.now()): void {
  fresh = { email, password, until: nowMs + keptMs };
}

/** The password of the sign-up of this address, once; null where there was none or it is too long ago. */
export function takePassword(email: string, nowMs = Date.now()): string | null {
  const found = fresh;
  if (found?.email !== email) return null;
  fresh = null;
  return nowMs < found.until ? found.password : null;
}
