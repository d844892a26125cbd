import { onSessionEnd } from '../../api/session.ts';

/**
 * The list's query, kept for the way back (session storage) and for the next visit (local storage): docs/spec.md 2 and 4.
 * The address wins over both.
 */
const listKey = 'bilfund_list';
const scrollKey = 'bilfund_scroll';
const visitedKey = 'bilfund_visited';
const mostVisited = 200;

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // A full or forbidden storage costs the memory of the list, nothing else.
  }
}

const session = () => sessionStorage;
const local = () => localStorage;

export function rememberList(query: string): void {
  write(session, listKey, query);
  write(local, listKey, query);
}

/** The query of the list last looked at: in this tab, else in this browser, else ''. */
export function recallList(): string {
  return read(session, listKey) ?? read(local, listKey) ?? '';
}

/** The first car in the window, and how many pixels below its upper edge it begins; above it where negative. */
type FirstCar = { id: string; top: number };
type ScrollPlace = { query: string; top: number; first?: FirstCar | null };

/** The car tells the place more surely than the pixels: those above it may not have been drawn yet when it was left. */
export function rememberScroll(query: string, top: number, first: FirstCar | null = null): void {
  write(session, scrollKey, JSON.stringify({ query, top: Math.round(top), first } satisfies ScrollPlace));
}

function recallPlace(query: string): ScrollPlace | null {
  try {
    const saved = JSON.parse(read(session, scrollKey) ?? 'null') as ScrollPlace | null;
    return saved?.query === query ? saved : null;
  } catch {
    return null;
  }
}

/** Pixels from the top at which the list of this query was left, or 0. */
export const recallScroll = (query: string): number => recallPlace(query)?.top ?? 0;

export const recallFirstCar = (query: string): FirstCar | null => recallPlace(query)?.first ?? null;

/** The car opened last since the page was loaded; a reload forgets it. */
let lastOpened: string | null = null;

/** Counts the sessions that ended here: a list that was drawn in one before leaves no trace. */
let endedSessions = 0;
onSessionEnd(() => {
  endedSessions++;
  lastOpened = null;
  try {
    local().removeItem(listKey);
  } catch {
    // Without storage none is kept.
  }
});
export const currentSession = (): number => endedSessions;

export function markVisited(carId: string): void {
  lastOpened = carId;
  const others = readVisited().filter((id) => id !== carId);
  write(session, visitedKey, [...others, carId].slice(-mostVisited).join(','));
}

/** Whether there is a place in the list of this query to come back to. */
export const isComingBack = (query: string): boolean => lastOpened !== null || recallScroll(query) > 0;

/** The car one comes back from, once. */
export function takeLastOpened(): string | null {
  const id = lastOpened;
  lastOpened = null;
  return id;
}

export function readVisited(): string[] {
  return (read(session, visitedKey) ?? '').split(',').filter(Boolean);
}
