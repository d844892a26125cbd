/** Reads JSON of unknown shape: a wrong type anywhere gives undefined or null and never throws. */
export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at `path`, own properties only. */
export function readAt(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

export function readObject(value: unknown, ...path: string[]): JsonObject | null {
  const found = readAt(value, ...path);
  return isObject(found) ? found : null;
}

export function readArray(value: unknown, ...path: string[]): unknown[] {
  const found = readAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function readString(value: unknown, ...path: string[]): string | null {
  const found = readAt(value, ...path);
  return typeof found === 'string' ? found : null;
}

/** A finite number, also if it is written as a string ("200.00"). */
export function readNumber(value: unknown, ...path: string[]): number | null {
  const found = readAt(value, ...path);
  if (typeof found === 'number') return Number.isFinite(found) ? found : null;
  return typeof found === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(found) ? Number(found) : null;
}

/**
 * An id as text. Ids are strings on the page because some exceed 2^53; a larger number has already lost its last digits and
 * is refused.
 */
export function readId(value: unknown, ...path: string[]): string | null {
  const found = readAt(value, ...path);
  if (typeof found === 'number') return Number.isSafeInteger(found) && found > 0 ? String(found) : null;
  return typeof found === 'string' && /^\d{1,25}$/.test(found) ? found : null;
}
