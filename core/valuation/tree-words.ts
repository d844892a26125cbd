import { lackOfWords, type References } from './references.ts';
import type { Subject } from './subject.ts';

const mostWords = 80;
/** A word must stand in so many ads, and in this share of them, before trees may ask for it. */
const leastAds = 10;
const leastShare = 0.02;

/** The words that the trees ask for, and what an ad of the pool usually says: it stands in for an ad that says next to nothing. */
export type TreeWords = {
  words: string[];
  /** Words that at least every second ad has, as places in `words`: of the pool and of each model that has any. */
  usual: number[];
  usualByModel: Record<string, number[]>;
};

/** What the trees see of an ad's words: which of theirs it has, and how many it has at all. */
export type TreeText = { has: number[]; count: number };

export const noTreeWords: TreeWords = { words: [], usual: [], usualByModel: {} };

function chooseWords(subjects: readonly Subject[]): string[] {
  const counts = new Map<string, number>();
  for (const { tokens } of subjects)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const least = Math.max(leastAds, leastShare * subjects.length);
  return [...counts]
    .filter(([, count]) => count >= least && count < subjects.length)
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => word);
}

/** The commonest words of the pool's ads, the commonest first. */
export function chooseTreeWords(subjects: readonly Subject[]): TreeWords {
  const words = chooseWords(subjects);
  const usualOf = (cars: readonly Subject[]) =>
    [...words.keys()].filter(
      (place) => 2 * cars.filter(({ tokens }) => tokens.includes(words[place]!)).length >= cars.length,
    );
  const byModel = Map.groupBy(subjects, ({ model }) => model);
  return {
    words,
    usual: usualOf(subjects),
    usualByModel: Object.fromEntries([...byModel].map(([model, cars]) => [model, usualOf(cars)])),
  };
}

export const readTreeText = ({ tokens }: Subject, { words }: TreeWords): TreeText => ({
  has: words.map((word) => Number(tokens.includes(word))),
  count: tokens.length,
});

/** An ad that leaves most of its words out counts as one of an ordinary car of its model; see `lackOfWords`. */
export function readAsUsual(subject: Subject, treeWords: TreeWords, references: References): TreeText {
  const text = readTreeText(subject, treeWords);
  const { wordCounts } = references;
  if (!wordCounts?.few || lackOfWords(subject, references) < 0.5) return text;
  const usual = treeWords.usualByModel[subject.model] ?? treeWords.usual;
  return {
    has: text.has.map((has, place) => (usual.includes(place) ? 1 : has)),
    count: Math.max(text.count, wordCounts.usual),
  };
}
