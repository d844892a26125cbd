/**
 * The list's query, kept for the way back (session storage) and for the next visit (local storage): spec sections 2 and 4.
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

export function rememberScroll(query: string, top: number): void {
  write(session, scrollKey, JSON.stringify({ query, top: Math.round(top) }));
}

/** Pixels from the top at which the list of this query was left, or 0. */
export function recallScroll(query: string): number {
  try {
    const saved = JSON.parse(read(session, scrollKey) ?? 'null') as { query: string; top: number } | null;
    return saved?.query === query ? saved.top : 0;
  } catch {
    return 0;
  }
}

/** The car opened last since the page was loaded; a reload forgets it. */
let lastOpened: string | null = null;

export function markVisited(carId: string): void {
  lastOpened = carId;
  const others = readVisited().filter((id) => id !== carId);
  write(session, visitedKey, [...others, carId].slice(-mostVisited).join(','));
}

/** The car one comes back from, once. */
export function takeLastOpened(): string | null {
  const id = lastOpened;
  lastOpened = null;
  return id;
}

export function readVisited(): string[] {
  return (read(session, visitedKey) ?? '').split(',').filter(Boolean);
}
