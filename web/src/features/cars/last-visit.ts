/** A pause of this long ends a visit: what came since then is new at the next. */
const pauseMs = 30 * 60_000;
const storageKey = 'bilfund_visits';

export type Visits = {
  /** When the visit before this one ended; null at the first. ISO instants both. */
  previousAt: string | null;
  seenAt: string;
};

/** What is remembered once somebody is here at `now`. */
export function noteVisit(before: Visits | null, now: Date): Visits {
  const seenAt = now.toISOString();
  if (!before) return { previousAt: null, seenAt };
  const isNewVisit = now.getTime() - Date.parse(before.seenAt) > pauseMs;
  return { previousAt: isNewVisit ? before.seenAt : before.previousAt, seenAt };
}

function readVisits(): Visits | null {
  try {
    const visits = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Visits | null;
    return visits && !Number.isNaN(Date.parse(visits.seenAt)) ? visits : null;
  } catch {
    return null;
  }
}

/** Notes that somebody is looking at the list now; answers when their visit before this one ended, or null. */
export function lastVisit(): string | null {
  const visits = noteVisit(readVisits(), new Date());
  try {
    localStorage.setItem(storageKey, JSON.stringify(visits));
  } catch {
    // Without storage every visit is the first.
  }
  return visits.previousAt;
}
