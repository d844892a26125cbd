import type { ListingPrice } from './listing.ts';

const symbols: [pattern: RegExp, currency: string][] = [
  [/\b(CA|C)\$/, 'CAD'],
  [/\b(AU|A)\$/, 'AUD'],
  [/€|\beuro?\b/i, 'EUR'],
  [/£/, 'GBP'],
  [/zł/, 'PLN'],
  [/\$/, 'USD'],
];

/**
 * The currency that a price on the page names (ISO 4217). Bare "kr" is Danish here: the site spells the
 * other crowns out ("SEK1,500", "NOK 900"). Null when it names none.
 */
export function currencyIn(text: string): string | null {
  const code = /(?<![A-Z])(DKK|SEK|NOK|ISK|EUR|USD|GBP|PLN|CHF|CZK|HUF|CAD|AUD)(?![A-Z])/i.exec(text)?.[1];
  if (code) return code.toUpperCase();
  if (/(^|[^a-z])kr(oner)?([^a-z]|$)|\d\s*,-/i.test(text)) return 'DKK';
  return symbols.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/**
 * A price as people and pages write it: "149.900 kr.", "kr. 149.900", "DKK149,900", "149.900,-", "149 900,00
 * kr", "$1,100". Whole units of its currency, DKK when none is named; "free" is 0; null when there is no
 * number.
 */
export function parsePrice(text: string): ListingPrice | null {
  const currency = currencyIn(text) ?? 'DKK';
  const digits = /\d[\d.,\s']*/.exec(text.slice(0, 60))?.[0];
  if (digits === undefined) return /\b(free|gratis)\b/i.test(text) ? { amount: 0, currency } : null;
  const amount = parseAmount(digits);
  return amount === null ? null : { amount, currency };
}

/**
 * Digits with either nation's separators. Exactly three digits after the last separator are thousands, one
 * or two are decimals.
 */
function parseAmount(digits: string): number | null {
  const compact = digits.replace(/[\s']/g, '').replace(/[.,]+$/, '');
  const decimals = /[.,](\d{1,2})$/.exec(compact);
  const whole = (decimals ? compact.slice(0, decimals.index) : compact).replace(/[.,]/g, '');
  if (!/^\d{1,12}$/.test(whole)) return null;
  return Math.round(Number(`${whole}.${decimals?.[1] ?? '0'}`));
}

/**
 * Prices that mean "ask me": up to 10, digits counted up from one (123, 1234, 12345 …), ones only (111 …),
 * and nines from a million on. 99.999 and 55.555 are real prices in Danish windows.
 */
export function isPlaceholderAmount(amount: number): boolean {
  if (amount <= 10) return true;
  const digits = String(Math.round(amount));
  if (digits.length < 3) return false;
  return '123456789'.startsWith(digits) || /^1+$/.test(digits) || /^9{7,}$/.test(digits);
}
