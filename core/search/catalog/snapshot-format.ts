import { bodies } from '#core/marketplace/ad/body-names.ts';
import { marketplaceIds } from '#core/marketplace/marketplace-id.ts';
import { colorFamilies } from '../../car/color-families.ts';
import { features } from '../../car/feature-names.ts';
import { sortOptions } from '../sort-options.ts';
import { cardFields } from './card-text.ts';
import { numberColumns } from './segment.ts';
import { traitFields } from './traits.ts';

/**
 * The number of the format, by which its snapshots lie apart from those of others: during a rollout functions of two versions
 * run side by side, and each finds what it can open. Whatever changes `format` raises it (tests/core/search/snapshot.test.ts).
 */
export const formatNumber = 6;

/** What the orders of a snapshot go by where their names do not tell. */
const ordersBy = 'listed: age known first';

/** What reader and writer must agree in beside the fields of the cards: the columns, the orders, what their codes mean. */
const columns = [
  Object.keys(numberColumns),
  [...sortOptions, ordersBy],
  Object.values(traitFields).map(({ values }) => values),
  [marketplaceIds, bodies, colorFamilies, features],
];

/** All that a reader must agree in with the writer. */
export const format = JSON.stringify([`catalog-${formatNumber}`, cardFields, ...columns]);

export type FormerFormat = {
  /** Of its cards, in the order of their texts. */
  fields: string[];
  /** It lacks nothing but fields at the end of the cards, if anything. */
  isBeginning: boolean;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The former format by what it calls itself; null for any other. */
export function formerFormat(other: string): FormerFormat | null {
  try {
    const [name, fields, ...others] = JSON.parse(other) as [string, string[], ...unknown[]];
    if (name !== `catalog-${formatNumber - 1}` || !Array.isArray(fields)) return null;
    const isBeginning = isSame(cardFields.slice(0, fields.length), fields) && isSame(others, columns);
    return { fields, isBeginning };
  } catch {
    return null;
  }
}
