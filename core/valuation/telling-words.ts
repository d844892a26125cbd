import { carMakes } from '../marketplace/ad/makes.ts';
import { once } from '../once.ts';

const wordList = (words: string) => new Set(words.trim().split(/\s+/));

/** Words by which people offer a car: they say nothing of its trim. */
const salesWords = wordList(`
  sælges saelges sælger salg til billig billigt super flot flotte pæn pænt paen fin fint god godt lækker laekker perfekt
  velholdt velkørende velkoerende meget rigtig kun byd byttes bytte sendes hurtig hurtigt handel pris fast kr dkk km tkm
  årg årgang aarg aargang model fra med og en et den det som ny nye lille stor bil bilen biler obs`);

/** Other names of a make ("VW"). */
const aliasesByMake = once(() => new Map(carMakes().map(({ name, aliases }) => [foldName(name), aliases])));

/** Spelling differences between ads and the register ("Mercedes-Benz", "MERCEDES BENZ") must not split a model. */
export function foldName(name: string | null): string {
  return (name ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function foldText(text: string | null): string {
  return (text ?? '').normalize('NFC').toLowerCase().trim();
}

/** Words of a title or variant, each once: at least two letters or digits, as they bear on the price. */
export function readTokens(...texts: (string | null)[]): string[] {
  const found = texts.flatMap((text) => foldText(text).match(/[\p{L}\p{N}][\p{L}\p{N},.\-+]*/gu) ?? []);
  const tokens = found.map((token) => token.replace(/[,.-]+$/, '').replace(',', '.'));
  return [...new Set(tokens)].filter((token) => token.length > 1);
}

function namesOf(make: string | null, model: string | null): Set<string> {
  const names = [make, model, ...(aliasesByMake().get(foldName(make)) ?? [])];
  return new Set(names.flatMap((name) => [foldName(name), ...foldText(name).split(/[^\p{L}\p{N}]+/u)]));
}

/** The words that tell one car of a model from another: without its make, model and year, which are told already, and without those that sell. */
export function readTellingWords(
  { make, model, year }: { make: string | null; model: string | null; year: number | null },
  ...texts: (string | null)[]
): string[] {
  const names = namesOf(make, model);
  return readTokens(...texts).filter(
    (word) =>
      !names.has(word) && !names.has(foldName(word)) && !salesWords.has(word) && word !== String(year),
  );
}
