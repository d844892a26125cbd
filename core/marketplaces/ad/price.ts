import { once } from '#core/shared.ts';
import type { ListingPrice } from './listing.ts';

/** ISO 4217's code for "no currency", for a price in an unknown currency. */
const unknownCurrency = 'XXX';

const symbols: [pattern: RegExp, currency: string][] = [
  [/\b(CA|C)\$|\$\s?CA\b/, 'CAD'],
  [/\b(AU|A)\$|\$\s?AU\b/, 'AUD'],
  [/\bNZ\$|\$\s?NZ\b/, 'NZD'],
  [/\bMX\$|\$\s?MX\b/, 'MXN'],
  [/\bHK\$|\$\s?HK\b/, 'HKD'],
  [/\bS\$/, 'SGD'],
  [/\bR\$/, 'BRL'],
  [/\bNT\$/, 'TWD'],
  [/\bUS\$|\$\s?US\b/, 'USD'],
  [/\b[A-Z]{1,3}\$|\$\s?[A-Z]{2}\b/, unknownCurrency],
  [/€|\beuro?\b/i, 'EUR'],
  [/£/, 'GBP'],
  [/zł/, 'PLN'],
  [/\bKč/i, 'CZK'],
  [/\bFt\b/, 'HUF'],
  [/₽|руб/i, 'RUB'],
  [/₴|грн/i, 'UAH'],
  [/₹|\bRs\b/, 'INR'],
  [/₺|\bTL\b/, 'TRY'],
  [/\blei\b/i, 'RON'],
  [/лв/i, 'BGN'],
  [/\b(?:S?Fr|CHF)\.(?=\s?\d)/, 'CHF'],
  [/\$/, 'USD'],
  [/\p{Sc}/u, unknownCurrency],
];
/** All codes of ISO 4217, to recognise three capitals beside a number. */
const isoCodes = once(() => new Set(Intl.supportedValuesOf('currency')));

/**
 * The currency (ISO 4217) that a price names; null if none. A bare "kr" is Danish: the site writes other crowns in full
 * ("SEK1,500", "NOK 900").
 */
export function currencyIn(text: string): string | null {
  const code = /(?<![A-Z])(DKK|SEK|NOK|ISK|EUR|USD|GBP|PLN|CHF|CZK|HUF|CAD|AUD)(?![A-Z])/i.exec(text)?.[1];
  if (code) return code.toUpperCase();
  if (/(^|[^a-z])t?kr(oner)?([^a-z]|$)/i.test(text)) return 'DKK';
  const beside = /(?<![A-Z])([A-Z]{3})\s?\d|\d\s?([A-Z]{3})(?![A-Z])/.exec(text);
  const named = beside?.[1] ?? beside?.[2];
  if (named && isoCodes().has(named)) return named;
  const symbol = symbols.find(([pattern]) => pattern.test(text))?.[1];
  // "14.900,- €": other countries also write a dash for no decimals.
  return symbol ?? (/\d\s*,-/.test(text) ? 'DKK' : null);
}

/** Suffixes that multiply a number: "149 t.kr.", "85k", "1,2 mio. kr.". */
const multiples: [pattern: RegExp, factor: number][] = [
  [/^\s*(?:t\.?\s?kr|tus(?:ind)?e?|k)(?![a-z])/i, 1000],
  [/^\s*(?:mio|mill?\.?|million(?:er)?|m(?=\s*(?:$|kr|dkk|sek|nok|eur|€)))(?![a-z])/i, 1_000_000],
];
/** From this value on, a number is complete, and suffixes do not multiply it. */
const leastWrittenOut = 10_000;

/**
 * A price as people and pages write it: "149.900 kr.", "kr. 149.900", "DKK149,900", "149.900,-", "149 900,00
 * kr", "$1,100", "149 t.kr.", "$15k". Whole units of its currency, DKK when none is named; "free" is 0; null when
 * there is no number.
 */
export function parsePrice(text: string): ListingPrice | null {
  const plain = text.normalize('NFKC');
  const currency = currencyIn(plain) ?? 'DKK';
  const all = [...plain.slice(0, 60).matchAll(/\d[\d.,\s'’]*/g)];
  // "2 pairs from $349": of several numbers, the one beside the currency.
  const found = all.find((one) => isBesideMoney(plain, one)) ?? all[0];
  if (!found) return /\b(free|gratis|kostenlos)\b/i.test(plain) ? { amount: 0, currency } : null;
  const figure = parseFigure(found[0]);
  if (figure === null) return null;
  const behind = plain.slice(found.index + found[0].trimEnd().length);
  // "1.049x000": the number is broken.
  if (/^[^\s\d–-]\d/.test(behind)) return null;
  const factor = multiples.find(([pattern]) => pattern.test(behind))?.[1] ?? 1;
  return { amount: Math.round(figure < leastWrittenOut ? figure * factor : figure), currency };
}

const moneyBefore = /(?:[Kk][Rr]\.?|kroner|[A-Z]{3}|[€$£]|zł)\s*$/;
const moneyBehind =
  /^\s*(?:t\.?|tus(?:ind)?e?|k|mio\.?|mill?\.?|m)?\s*(?:t?kr|kroner|DKK|SEK|NOK|EUR|USD|GBP|[€$£]|zł|,-|:-)/i;

function isBesideMoney(text: string, { index, 0: figure }: RegExpExecArray): boolean {
  return (
    moneyBefore.test(text.slice(Math.max(0, index - 8), index)) ||
    moneyBehind.test(text.slice(index + figure.trimEnd().replace(/,$/, '').length))
  );
}

/**
 * Parses digits with Danish or English separators: three digits after the last separator are thousands, one or two are
 * decimals.
 */
function parseFigure(digits: string): number | null {
  const compact = digits.replace(/[\s'’]/g, '').replace(/[.,]+$/, '');
  const decimals = /[.,](\d{1,2})$/.exec(compact);
  const whole = (decimals ? compact.slice(0, decimals.index) : compact).replace(/[.,]/g, '');
  return /^\d{1,12}$/.test(whole) ? Number(`${whole}.${decimals?.[1] ?? '0'}`) : null;
}

/**
 * Amounts that are placeholders for "ask me": up to 10, ascending digits (123, 1234, 12345 …), also repeated (123123,
 * 121212), only ones (111 …), and only nines from a million on. 99.999 and 55.555 are common real prices.
 */
export function isPlaceholderAmount(amount: number): boolean {
  if (amount <= 10) return true;
  const digits = String(Math.round(amount));
  if (digits.length < 3) return false;
  return (
    '123456789'.startsWith(digits) ||
    /^1+$/.test(digits) ||
    /^9{7,}$/.test(digits) ||
    /^(?:123){2,}$|^(?:12){3,}$|^(?:1234){2,}$/.test(digits)
  );
}

/**
 * Whether a former price may have been a placeholder: as above, or the same digit six times or more. 999.999 may be a real
 * asking price and is accepted as one, but not as the start of a price cut.
 */
export const isSymbolicAmount = (amount: number): boolean =>
  isPlaceholderAmount(amount) || /^(\d)\1{5,}$/.test(String(Math.round(amount)));

const word =
  '(?:kontant\\s?)?udbetaling(?:en)?|udb\\.|kontantinsats|handpenning|anzahlung|down\\s?payment|deposit';
const named = new RegExp(`(?<![a-z])(?:${word})`, 'g');
const none = new RegExp(
  `(?:(?:uden|ingen|(?<![\\d.,])0\\s?(?:kr\\.?|,-)?\\s?(?:i)?|utan|ohne|no|zero)\\s+(?:kontant\\s?)?(?:${word}))`,
  'g',
);
const amountAfter = new RegExp(
  `(?<![a-z])(?:${word})(?:\\s|er|paa|kun|fra|:|=|-|kr\\.?|dkk|of|von|pa)*(\\d[\\d.,]*)`,
  'g',
);
const amountBefore = new RegExp(
  `(?<![\\d.,])(\\d[\\d.,]{0,15}) {0,3}(?:kr\\.?|,-|:-|dkk|sek|eur|€)? {0,3}(?:i |in )?(?:${word})`,
  'g',
);

/**
 * Whether an ad's price is a down payment: its title says so, or the text calls exactly this amount one. (Dealers mention a
 * possible down payment under every ad.) Takes folded text.
 */
export function isDownPayment(title: string, description: string, amount: number | null): boolean {
  if (amount === null || amount === 0) return false;
  const said = (text: string) => (text.search(named) < 0 ? '' : text.replace(none, ' '));
  const amounts = (text: string) =>
    [amountAfter, amountBefore].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, digits]) => parsePrice(digits!)?.amount),
    );
  const inTitle = amounts(said(title));
  if (inTitle.length === 0 && said(title).search(named) >= 0) return true;
  return [...inTitle, ...amounts(said(description))].includes(Math.round(amount));
}
