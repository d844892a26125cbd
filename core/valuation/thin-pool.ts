import { shardOf } from '../shard-of.ts';
import { randomSequence } from './random.ts';

/** Where an ad stands in the order by which a share is taken, from 0 to 1: the same at every run. */
export const orderOf = (ad: string): number => randomSequence(shardOf(ad, 2 ** 32))();

/**
 * Which share of the cars of each model a fit of `most` cars can take: all of the models that have few, an equal number of
 * those that have many. `counts`: cars by model.
 */
export function sharesByModel(counts: ReadonlyMap<string, number>, most: number): Map<string, number> {
  let room = most;
  let left = counts.size;
  const shares = new Map<string, number>();
  // The rarest first: what they do not use, the others share.
  for (const [model, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    const taken = Math.min(count, room / left);
    shares.set(model, taken / count);
    room -= taken;
    left -= 1;
  }
  return shares;
}
