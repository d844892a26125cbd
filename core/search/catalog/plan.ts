import { marketplaceIds } from '#core/marketplace/marketplace-id.ts';
import { features } from '../../car/feature-names.ts';
import type { Viewer } from '../../car/viewer.ts';
import { distanceKm } from '../../place/find-town.ts';
import type { CardQuery } from '../card-query.ts';
import { foldText } from '../fold-text.ts';
import { noUpperPriceDkk } from '../no-limits.ts';
import { dayNumber } from './build-segment.ts';
import { bitsOf, bodyOf, colorOf, lookCount } from './looks.ts';
import type { Segment } from './segment.ts';
import { isLockedTo, type TraitField, traitCount, traitFields, traitNames } from './traits.ts';

/** Which of the filters with a facet a row fails, as bits; a row that fails exactly one still counts in that facet. */
export const fails = {
  price: 1,
  make: 2,
  deal: 4,
  fuel: 8,
  gearbox: 16,
  seller: 32,
  locked: 64,
  source: 128,
  body: 256,
  color: 512,
  model: 1024,
} as const;

/** A query made ready for the rows of any segment. Null asks for nothing. */
export type ScanPlan = {
  /** Infinite where there is no bound. */
  minPriceDkk: number;
  maxPriceDkk: number;
  years: { min: number; max: number } | null;
  maxMileageKm: number | null;
  inspectionAfter: number | null;
  firstSeenFromMs: number | null;
  near: CardQuery['near'];
  listedFromMs: number | null;
  listedUntilMs: number | null;
  droppedFromMs: number | null;
  minHorsepower: number | null;
  /** As bits; 0 asks for nothing. */
  features: number;
  /** Folded; empty asks for nothing. */
  makes: ReadonlySet<string>;
  /** By packed traits: the bits of the filters they fail. */
  failsOfTraits: Uint8Array;
  /** By packed looks. */
  failsOfLooks: Uint16Array;
  /** Folded; empty asks for nothing. */
  models: ReadonlySet<string>;
};

function failsOfTraits(query: CardQuery, viewer: Viewer): Uint8Array {
  const wanted: Record<TraitField, readonly string[]> = {
    deal: viewer.isPremium ? query.deals : [],
    fuel: query.fuels,
    gearbox: query.gearbox === null ? [] : [query.gearbox],
    seller: query.seller === null ? [] : [query.seller],
  };
  const table = new Uint8Array(traitCount);
  for (const field of traitNames) {
    if (wanted[field].length === 0) continue;
    const { shift, mask, values } = traitFields[field];
    const failing = Uint8Array.from({ length: mask + 1 }, (_, code) =>
      wanted[field].includes(values[code] ?? '') ? 0 : fails[field],
    );
    for (let traits = 0; traits < traitCount; traits++) table[traits]! |= failing[(traits >> shift) & mask]!;
  }
  for (let traits = 0; traits < traitCount; traits++)
    if (isLockedTo(viewer, traits)) table[traits]! |= fails.locked;
  return table;
}

const anyLooks = new Uint16Array(lookCount);

function failsOfLooks({ sources, bodies, colors }: CardQuery): Uint16Array {
  if (sources.length + bodies.length + colors.length === 0) return anyLooks;
  const wantedSources = bitsOf(marketplaceIds, sources);
  return Uint16Array.from({ length: lookCount }, (_, looks) => {
    const body = bodyOf(looks);
    const color = colorOf(looks);
    const isElsewhere = sources.length > 0 && (looks & wantedSources) === 0;
    return (
      (isElsewhere ? fails.source : 0) |
      (bodies.length > 0 && !(body && bodies.includes(body)) ? fails.body : 0) |
      (colors.length > 0 && !(color && colors.includes(color)) ? fails.color : 0)
    );
  });
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export function planScan(query: CardQuery, viewer: Viewer): ScanPlan {
  const { minPriceDkk, maxPriceDkk, minYear, maxYear } = query;
  return {
    minPriceDkk: minPriceDkk > 0 ? minPriceDkk : -Infinity,
    maxPriceDkk: maxPriceDkk >= noUpperPriceDkk ? Infinity : maxPriceDkk,
    years: minYear === null && maxYear === null ? null : { min: minYear ?? 1, max: maxYear ?? 9999 },
    maxMileageKm: query.maxMileageKm,
    inspectionAfter: query.inspectionAfter === null ? null : dayNumber(query.inspectionAfter),
    firstSeenFromMs: msOf(query.firstSeenFrom),
    listedFromMs: msOf(query.listedFrom),
    listedUntilMs: msOf(query.listedUntil),
    droppedFromMs: msOf(query.droppedFrom),
    minHorsepower: query.minHorsepower,
    features: bitsOf(features, query.features),
    near: query.near,
    makes: new Set(query.brands.map(foldText)),
    failsOfTraits: failsOfTraits(query, viewer),
    failsOfLooks: failsOfLooks(query),
    models: new Set(query.models.map(foldText)),
  };
}

/** By code of the make: the bit of the filter, when it fails. */
export const failsOfMakes = ({ makes }: ScanPlan, { values }: Segment['makes']): Uint8Array =>
  Uint8Array.from(values, (make) => (makes.size === 0 || makes.has(foldText(make)) ? 0 : fails.make));

/** By code of the model: the bit of the filter, when it fails; null when no model is asked for. */
export const failsOfModels = ({ models }: ScanPlan, { values }: Segment['models']): Uint16Array | null =>
  models.size === 0
    ? null
    : Uint16Array.from(values, (model) => (models.has(foldText(model)) ? 0 : fails.model));

/** By code of the city: 1 where it lies too far away, or nobody knows where; null when no place is asked for. */
export function farCities({ near }: ScanPlan, { towns }: Segment): Uint8Array | null {
  if (near === null) return null;
  const isNear = (town: Segment['towns'][number]) =>
    town !== null && distanceKm(town, near.town) <= near.radiusKm;
  return Uint8Array.from(towns, (town) => (isNear(town) ? 0 : 1));
}
