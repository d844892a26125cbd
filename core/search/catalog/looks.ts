import { type Body, bodies } from '#core/marketplace/ad/body-names.ts';
import { type MarketplaceId, marketplaceIds } from '#core/marketplace/marketplace-id.ts';
import type { Card } from '../../car/card.ts';
import { type ColorFamily, colorFamilies } from '../../car/color-families.ts';
import { type Feature, features } from '../../car/feature-names.ts';

/**
 * What a car looks like and where it stands, packed like its traits: a bit for each marketplace, then 4 for the body and 4
 * for the colour, of which 0 is "unknown".
 */
const nameBits = 4;
const nameMask = (1 << nameBits) - 1;
const bodyShift = marketplaceIds.length;
const colorShift = bodyShift + nameBits;
export const lookCount = 1 << (colorShift + nameBits);

export const bitsOf = <T extends string>(all: readonly T[], some: readonly T[]): number =>
  some.reduce((bits, name) => bits | (all.includes(name) ? 1 << all.indexOf(name) : 0), 0);

export const packLooks = ({ sources, body, colorFamily }: Card): number =>
  bitsOf(marketplaceIds, sources) |
  ((body === null ? 0 : bodies.indexOf(body) + 1) << bodyShift) |
  ((colorFamily === null ? 0 : colorFamilies.indexOf(colorFamily) + 1) << colorShift);

export const packFeatures = (card: Pick<Card, 'features'>): number => bitsOf(features, card.features);
/** As many as there are sets of features. */
export const featureSets = 1 << features.length;

export const sourcesOf = (looks: number): MarketplaceId[] =>
  marketplaceIds.filter((_, bit) => (looks & (1 << bit)) !== 0);
export const bodyOf = (looks: number): Body | null => bodies[((looks >> bodyShift) & nameMask) - 1] ?? null;
export const colorOf = (looks: number): ColorFamily | null =>
  colorFamilies[((looks >> colorShift) & nameMask) - 1] ?? null;
export const featuresOf = (set: number): Feature[] => features.filter((_, bit) => (set & (1 << bit)) !== 0);
