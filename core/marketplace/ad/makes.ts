import { once } from '#core/once.ts';
import { type MakeRows, makeRows, rareMakeRows } from './make-rows.ts';

/**
 * A make as sold in Denmark: the name the product shows, what else people write, and its models; `spellings`
 * are other ways to write a model, each with the model's name.
 */
export type CarMake = {
  name: string;
  aliases: string[];
  models: string[];
  spellings: { spelling: string; model: string }[];
  /** Whether a title has to name it in full (`rareMakeRows`). */
  isRare: boolean;
};

const entriesOf = (list: string, separator: string) =>
  list
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function readRows(rows: MakeRows, isRare: boolean): CarMake[] {
  return Object.entries(rows).map(([name, [aliases, models]]) => {
    const named = entriesOf(models, ',').map((entry) => entriesOf(entry, '='));
    return {
      name,
      aliases: entriesOf(aliases, ','),
      models: named.map(([model]) => model!),
      spellings: named.flatMap(([model, ...others]) =>
        others.map((spelling) => ({ spelling, model: model! })),
      ),
      isRare,
    };
  });
}

export const carMakes = once((): readonly CarMake[] => [
  ...readRows(makeRows, false),
  ...readRows(rareMakeRows, true),
]);
