import { count } from '../format.ts';

/** "3 of 5 prices", "none of 5 prices", "all 5 prices", "both prices", "the one price". */
export const shareOf = (some: number, total: number, one: string, other: string): string => {
  if (some === total && total > 0)
    return total === 1 ? `the one ${one}` : `${total === 2 ? 'both' : `all ${total}`} ${other}`;
  return `${some === 0 ? 'none' : some} of ${count(total, one, other)}`;
};
