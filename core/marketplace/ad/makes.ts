import { once } from '#core/once.ts';
import type { MakeRows } from './make-rows.ts';
import { makesAToK } from './makes-a-to-k.ts';
import { makesLToZ } from './makes-l-to-z.ts';

/**
 * A make as sold in Denmark: the name the product shows, what else people write, and its models; `spellings`
 * are other ways to write a model, each with the model's name.
 */
export type CarMake = {
  name: string;
  aliases: string[];
  models: string[];
  spellings: { spelling: string; model: string }[];
};

const entriesOf = (list: string, separator: string) =>
  list
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function readRows(rows: MakeRows): CarMake[] {
  return Object.entries(rows).map(([name, [aliases, models]]) => {
    const named = entriesOf(models, ',').map((entry) => entriesOf(entry, '='));
    return {
      name,
      aliases: entriesOf(aliases, ','),
      models: named.map(([model]) => model!),
      spellings: named.flatMap(([model, ...others]) =>
        others.map((spelling) => ({ spelling, model: model! })),
      ),
    };
  });
}

export const carMakes = once((): readonly CarMake[] => [...readRows(makesAToK), ...readRows(makesLToZ)]);
