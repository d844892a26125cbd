import { fuels, gearboxes, sellerTypes } from '#core/marketplace/ad/listing.ts';
import type { Card } from '../../car/card.ts';
import { isLocked, type Viewer } from '../../car/viewer.ts';
import { type Deal, deals } from '../../valuation/valuation.ts';
import { asksForCar } from '../card-rules.ts';

/**
 * The facts of a car that have few values, packed into one number below `traitCount`: one look-up in a table of that size
 * answers all filters on them. Bits from the lowest: deal 2, fuel 3, gearbox 2, seller 2, asks for a car 1.
 */
export const traitCount = 1 << 10;

/** Where each lies, and its values; position 0 of what may be unknown is "unknown". */
export const traitFields = {
  deal: { shift: 0, mask: 3, values: deals },
  fuel: { shift: 2, mask: 7, values: [null, ...fuels] },
  gearbox: { shift: 5, mask: 3, values: [null, ...gearboxes] },
  seller: { shift: 7, mask: 3, values: [null, ...sellerTypes] },
} as const;
const asksShift = 9;

export type TraitField = keyof typeof traitFields;
export const traitNames = ['deal', 'fuel', 'gearbox', 'seller'] as const satisfies readonly TraitField[];

const code = (field: TraitField, value: string | null): number => {
  const { values, shift } = traitFields[field];
  return Math.max(0, (values as readonly (string | null)[]).indexOf(value)) << shift;
};

export const packTraits = (card: Card): number =>
  code('deal', card.deal) |
  code('fuel', card.fuel ?? null) |
  code('gearbox', card.gearbox ?? null) |
  code('seller', card.sellerType ?? null) |
  ((asksForCar(card) ? 1 : 0) << asksShift);

/** The value of one field of packed traits; null is unknown. */
export function traitOf(traits: number, field: TraitField): string | null {
  const { values, shift, mask } = traitFields[field];
  return values[(traits >> shift) & mask] ?? null;
}

export const dealOf = (traits: number): Deal => deals[traits & traitFields.deal.mask]!;

/** Whether the price is one of the car (see `asksForCar`). */
export const asks = (traits: number): boolean => traits >> asksShift === 1;

export const isLockedTo = (viewer: Viewer, traits: number): boolean =>
  isLocked(viewer, { deal: dealOf(traits) });
