/** Reading an answer whose shape nobody promised: what is not there or of another type is null. */
export type Json = Record<string, unknown>;

export const asObject = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
export const asFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** A number above zero: the registers write 0 where they know nothing. */
export function asPositive(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value.replace(',', '.')) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

/**
 * The calendar day of a register date, "YYYY-MM-DD". Dates come as ISO with an offset and as dd-MM-yyyy in one answer; the
 * day is taken as written, because reading "2013-12-18T00:00+01:00" as UTC gives the day before.
 */
export function asDay(value: unknown): string | null {
  const text = asText(value);
  if (!text) return null;
  const iso = /^(\d{4}-\d{2}-\d{2})/.exec(text);
  if (iso) return iso[1]!;
  const danish = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  return danish ? `${danish[3]}-${danish[2]}-${danish[1]}` : null;
}
