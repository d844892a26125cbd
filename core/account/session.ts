/** How long an access token lives. What ends earlier is noted where identity is read. */
export const accessTokenMinutes = 15;

/** The session that a token belongs to, as its claims say. */
export type Session = {
  /** The same for every token that came of one sign-in (`origin_jti`); null where a pool does not name it. */
  id: string | null;
  /** `iat`, epoch seconds. */
  issuedAt: number;
};

/** What of a person's account has ended. */
export type Ended = {
  isErased: boolean;
  /** Epoch seconds: tokens issued until then, that second included, are void. Null: none is. */
  allUntil: number | null;
  sessions: ReadonlySet<string>;
};

/** True when a token of this session is to be refused although its signature and times are good. */
export function hasEnded(session: Session, ended: Ended): boolean {
  if (ended.isErased) return true;
  if (ended.allUntil !== null && session.issuedAt <= ended.allUntil) return true;
  return session.id !== null && ended.sessions.has(session.id);
}
