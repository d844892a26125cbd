import type { Card } from '../car/card.ts';
import type { Viewer } from '../car/viewer.ts';
import type { Deal } from '../valuation/valuation.ts';
import type { CardPage, CardQuery } from './card-query.ts';

/** An engine in memory answers at once, a service behind the same port does not. */
type Answer<T> = T | Promise<T>;

export type CatalogCounts = Record<Deal, number> & { total: number };

/** What decides how alike two cars are. */
export type Likeness = Pick<Card, 'id' | 'make' | 'model' | 'year' | 'mileageKm' | 'priceDkk'>;

/** The shared catalog as the routes read it. */
export type CatalogReader = {
  /** The newest change it knows: an ISO instant, empty before the first. */
  readonly version: string;
  /** `ownCards` are the viewer's private cards: a few, joined to the answer, never kept. */
  query(query: CardQuery, viewer: Viewer, ownCards?: readonly Card[]): Answer<CardPage>;
  counts(): Answer<CatalogCounts>;
  /** The card as it is stored, locked or not: what may leave is the caller's to decide. Null when it is not listed. */
  card(id: string): Answer<Card | null>;
  /** Of these ids those of cars that turned out to be others, with the ids that they have now. */
  currentIds(ids: Iterable<string>): Answer<ReadonlyMap<string, string>>;
  /** Up to eight cars, open to the viewer, most like the subject (which itself need not be listed). Best first. */
  similar(subject: Likeness, viewer: Viewer): Answer<Card[]>;
};
