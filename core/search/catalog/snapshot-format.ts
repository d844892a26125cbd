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
export const formatNumber = 2;

/** All that a reader must agree in with the writer: the fields of the cards, the columns, the orders, what their codes mean. */
export const format = JSON.stringify([
  `catalog-${formatNumber}`,
  cardFields,
  Object.keys(numberColumns),
  sortOptions,
  Object.values(traitFields).map(({ values }) => values),
  [marketplaceIds, bodies, colorFamilies, features],
]);

/** How the former format names itself and the fields of its cards; null for any other. */
export function formerFields(other: string): string[] | null {
  try {
    const [name, fields] = JSON.parse(other) as [string, string[]];
    return name === `catalog-${formatNumber - 1}` && Array.isArray(fields) ? fields : null;
  } catch {
    return null;
  }
}
