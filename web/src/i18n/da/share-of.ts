import { count } from '../format.ts';

/** "3 af 5 priser", "ingen af 5 priser", "alle 5 priser", "begge priser", "den ene pris". */
export const shareOf = (some: number, total: number, one: string, other: string): string => {
  if (some === total && total > 0)
    return total === 1 ? `den ene ${one}` : `${total === 2 ? 'begge' : `alle ${total}`} ${other}`;
  return `${some === 0 ? 'ingen' : some} af ${count(total, one, other)}`;
};
