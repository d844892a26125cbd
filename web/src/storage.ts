/** Session storage lasts as long as the tab, local storage as long as the browser. */
const places = { tab: () => sessionStorage, browser: () => localStorage };
type Place = keyof typeof places;

/** What was kept under a key; null if nothing was. Where storage is forbidden or full, nothing is kept and all else works. */
export function recall(place: Place, key: string): string | null {
  try {
    return places[place]().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or with null none; whether the browser did. */
export function keep(place: Place, key: string, text: string | null): boolean {
  try {
    if (text === null) places[place]().removeItem(key);
    else places[place]().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A value that was kept as JSON; null if there is none, or none that can be read. */
export function recallValue(place: Place, key: string): unknown {
  try {
    return JSON.parse(recall(place, key) ?? 'null');
  } catch {
    return null;
  }
}

/** A list that was kept as JSON, as far as its entries are what they should be. */
export function recallList<T>(place: Place, key: string, isEntry: (value: unknown) => value is T): T[] {
  const kept = recallValue(place, key);
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

export const isText = (value: unknown): value is string => typeof value === 'string';
