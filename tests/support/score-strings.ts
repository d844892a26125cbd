import { parseMileage } from '#core/marketplaces/ad/mileage.ts';
import { parsePrice } from '#core/marketplaces/ad/price.ts';
import { readTextFacts } from '#core/marketplaces/ad/text-facts.ts';
import { readTitle } from '#core/marketplaces/ad/title.ts';
import type { CorpusString, StringClass } from '#tests/fixtures/corpus/strings.ts';

const kmPerMile = 1.609344;

/** What the product reads in a text, in the words of the corpus. */
const readings: Record<StringClass, (text: string) => string> = {
  titles: (text) => {
    const { make, model, year } = readTitle(text);
    return [make, model, year ?? readTextFacts(text, null).year].map((said) => said ?? '-').join('; ');
  },
  prices: (text) => {
    const price = parsePrice(text);
    return price ? `${price.amount} ${price.currency}` : '-';
  },
  mileages: (text) => String(parseMileage(text)?.km ?? '-'),
};

/** "95000 mi" in km, rounded as odometers are. */
function expectedOf({ class: kind, says }: CorpusString): string {
  const miles = kind === 'mileages' ? /^(\d+) mi$/.exec(says)?.[1] : undefined;
  return miles ? String(Math.round(Number(miles) * kmPerMile)) : says;
}

/** What of a text is misread, for people; null when nothing is. */
export function misreadString(row: CorpusString): string | null {
  const read = readings[row.class](row.text);
  const expected = expectedOf(row);
  return read === expected
    ? null
    : `${row.class}, ${row.language}: "${row.text}" says ${expected}, read as ${read}`;
}
