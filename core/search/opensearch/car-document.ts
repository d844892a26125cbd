import { type CatalogChange, isCard } from '../../car/card.ts';
import { isAgeKnown } from '../../car/days-listed.ts';
import { findTown } from '../../place/find-town.ts';
import { asksForCar, dealRank, isListed, searchedTexts } from '../card-rules.ts';
import { columnReaders } from '../catalog/build-segment.ts';
import type { NumberColumn } from '../catalog/segment.ts';
import { foldText } from '../fold-text.ts';
import { type IndexedField, longestWord } from './index-definition.ts';

/** Numbers that the memory engine filters and sorts by as well; what is unknown stands in them as it does there. */
const sharedNumbers = [
  'priceDkk',
  'priceStep',
  'year',
  'mileageKm',
  'inspection',
  'firstSeenMs',
  'scrapedMs',
  'listedMs',
  'droppedMs',
  'horsepower',
  'priceShare',
] as const satisfies readonly NumberColumn[];

type Document = Partial<Record<IndexedField, unknown>>;

/** A change as it is indexed. Of two versions of a car the higher stands, whenever each comes. */
export type VersionedDocument = { id: string; version: number; document: Document };

/**
 * The engine's version of a change: its instant. Of one instant the removal is the later, so that nothing brings back what
 * left.
 */
const versionOf = (updatedMs: number, isRemoval: boolean) => updatedMs * 2 + (isRemoval ? 1 : 0);

const known = (name: string | null): string | undefined => name || undefined;
const folded = (name: string | null): string | undefined => known(name === null ? null : foldText(name));
const distinctWords = (text: string): Set<string> =>
  new Set(
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => word.slice(0, longestWord)),
  );

/** The words that everybody may search, and those that only people who see plates may search beside them. */
function wordsOf(texts: { open: string; full: string }): Pick<Document, 'openWords' | 'guardedWords'> {
  const open = distinctWords(texts.open);
  const guarded = [...distinctWords(texts.full)].filter((word) => !open.has(word));
  return { openWords: [...open].join(' '), guardedWords: guarded.join(' ') };
}

/**
 * The document of a change. A car that left the list leaves a document that says so: an older version of it that comes
 * late must find a newer one, for longer than an engine remembers what it deleted.
 */
export function documentOf(change: CatalogChange): VersionedDocument {
  const updatedMs = Date.parse(change.updatedAt);
  const { id } = change;
  if (!isCard(change) || !isListed(change))
    return {
      id,
      version: versionOf(updatedMs, true),
      document: { id, updatedMs, isListed: false },
    };
  const card = change;
  const asked = asksForCar(card) ? card.priceDkk : null;
  return {
    id,
    version: versionOf(updatedMs, false),
    document: {
      id,
      updatedMs,
      isListed: true,
      card,
      ...Object.fromEntries(sharedNumbers.map((name) => [name, columnReaders[name](card)])),
      // What asks for no price of the car comes last in both directions.
      askedUp: asked ?? Number.MAX_VALUE,
      askedDown: asked ?? -1,
      ageKnown: isAgeKnown(card) ? 1 : 0,
      dealRank: dealRank[card.deal],
      make: known(card.make),
      makeFolded: folded(card.make),
      model: known(card.model),
      modelFolded: folded(card.model),
      town: findTown(card.city ?? '')?.name,
      deal: card.deal,
      fuel: known(card.fuel),
      gearbox: known(card.gearbox),
      seller: known(card.sellerType),
      sources: card.sources,
      body: known(card.body),
      color: known(card.colorFamily),
      features: card.features,
      ...wordsOf(searchedTexts(card)),
      formerIds: card.formerIds,
    },
  };
}
