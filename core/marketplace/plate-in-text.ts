/** Letter pairs in front of five figures that are units or words, not plates ("KM 12345", "KR 12345"). */
const notPlateLetters = new Set([
  'KM',
  'KR',
  'NR',
  'CA',
  'HK',
  'TL',
  'TF',
  'ID',
  'KL',
  'FR',
  'OG',
  'ER',
  'PR',
  'TO',
  'EN',
  'PÅ',
  'DK',
  'UK',
  'EU',
  'US',
]);
const labelledPlate =
  /(?:nummerplade|nr\.?\s?plade|reg\.?\s?-?\s?(?:nr|nummer)\.?|registreringsnummer|plade|plate)\W{0,4}(?:er\s)?([a-zæøå]{2})[\s.-]?(\d{2})[\s.-]?(\d{3})(?!\d)/i;
const barePlate =
  /(?<![A-Za-zÆØÅæøå0-9])([A-Z]{2})\s?(\d{2})\s?(\d{3})(?![\s.,]?\d|\s*(?:km|kr|,-|miles|hk)|[a-zæøå])/g;

/**
 * A Danish plate (two letters, five figures) that the seller wrote out, as "AB12345". After a label in any
 * case; without one only in capitals, and not where the letters are a unit. Null when there is none.
 */
export function plateInText(text: string): string | null {
  const bounded = text.slice(0, 8000);
  const labelled = labelledPlate.exec(bounded);
  if (labelled) return `${labelled[1]!.toUpperCase()}${labelled[2]}${labelled[3]}`;
  for (const match of bounded.matchAll(barePlate)) {
    if (!notPlateLetters.has(match[1]!)) return `${match[1]}${match[2]}${match[3]}`;
  }
  return null;
}
