/** What an item page lists of its car, as it is written; `others`: labels that mean nothing here, kept as lines. */
export type ItemFacts = {
  plate: string | null;
  vin: string | null;
  year: number | null;
  km: number | null;
  fuel: string | null;
  gearbox: string | null;
  horsepower: number | null;
  body: string | null;
  color: string | null;
  firstRegistration: string | null;
  seller: string | null;
  others: string[];
};

/** Labels of the list, matched tolerantly: their exact words were reported, not seen. */
const labels: readonly [RegExp, Exclude<keyof ItemFacts, 'others'>][] = [
  [/^(?:registreringsn(?:umme)?r|reg\.?\s?-?n(?:umme)?r|nummerplade)/i, 'plate'],
  [/^(?:stel\s?n(?:umme)?r|vin\b|chassis\s?n(?:umme)?r|understells\s?n(?:umme)?r)/i, 'vin'],
  [/^(?:modelår|årsmodell|årgang)/i, 'year'],
  [/^(?:kilometertal|kilometer|kørte? km|miltal|kjørelengde)/i, 'km'],
  [/^(?:drivmiddel|brændstof|drivstoff|bränsle)/i, 'fuel'],
  [/^(?:geartype|gear|gearkasse|girkasse|växellåda)/i, 'gearbox'],
  [/^(?:hestekræfter|effekt|hk|ydelse)/i, 'horsepower'],
  [/^(?:karr?osseri|biltype|kaross)/i, 'body'],
  [/^(?:farve|farge|färg)/i, 'color'],
  [/^(?:1\.?|første)\s?(?:gangs)?\s?(?:registrering|indreg|indregistrering|reg)/i, 'firstRegistration'],
  [/^(?:sælger|forhandlertype|säljare)/i, 'seller'],
];
const numbers = ['year', 'km', 'horsepower'] as const;
const mostPairs = 60;

/** What pairs of label and value say; a label that means nothing here is kept as a line. */
export function factsOf(
  pairs: readonly (readonly [label: string | null, value: string | null])[],
): ItemFacts {
  const facts: ItemFacts = {
    plate: null,
    vin: null,
    year: null,
    km: null,
    fuel: null,
    gearbox: null,
    horsepower: null,
    body: null,
    color: null,
    firstRegistration: null,
    seller: null,
    others: [],
  };
  for (const [label, value] of pairs.slice(0, mostPairs)) keep(facts, label, value);
  return facts;
}

function keep(facts: ItemFacts, label: string | null, value: string | null): void {
  if (label === null || value === null) return;
  const name = labels.find(([pattern]) => pattern.test(label))?.[1];
  if (!name) facts.others.push(`${label}: ${value}`);
  else if (isNumber(name)) facts[name] ??= figureIn(value);
  else facts[name] ??= value;
}

const isNumber = (name: string): name is (typeof numbers)[number] =>
  (numbers as readonly string[]).includes(name);

function figureIn(text: string): number | null {
  const digits = /\d[\d.\s\u00a0]*/.exec(text)?.[0].replace(/\D/g, '') ?? '';
  return digits !== '' && digits.length <= 9 ? Number(digits) : null;
}

/** "14.11.2016", "14/11-2016" or "2016-11-14" → "2016-11-14"; a month or a year alone is no date. */
export function dateOf(text: string | null): string | null {
  if (text === null) return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const danish = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : danish ? danish.slice(1).toReversed() : [];
  if (
    !year ||
    !month ||
    !day ||
    Number(month) < 1 ||
    Number(month) > 12 ||
    Number(day) < 1 ||
    Number(day) > 31
  )
    return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
