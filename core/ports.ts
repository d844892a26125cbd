import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { PageFailure, ParsedPage } from './marketplaces/marketplace.ts';
import type { Vehicle } from './register/vehicle.ts';

/** A visit to the marketplace: the headless browser here, a licensed feed one day. One per import; `close` always. */
export type PageSource = {
  /**
   * Reads a search, calling `onBatch` batch by batch as the page grows. Ends with a failure, or with null when the feed
   * ended, fell quiet or had no cars. Rows already given stay given when it fails.
   */
  search(href: string, onBatch: TakeBatch, options?: SearchOptions): Promise<SearchEnd>;
  item(href: string): Promise<{ listing: Listing } | { failure: PageFailure }>;
  close(): Promise<void>;
};

/** Ads that the page showed together, and those of them that could not be read. */
export type SearchBatch = Pick<ParsedPage, 'listings' | 'rejected'>;

/** How much of a batch was stored before: where the newest stand first, there is no news behind one that is all known. */
export type BatchTaken = { known: 'all' | 'some' | 'none' };
export type TakeBatch = (batch: SearchBatch) => Promise<BatchTaken>;

/** `isRepeat`: the search was read before, an hour ago; its first pages tell what is new. */
export type SearchOptions = { isRepeat?: boolean };

/** `beyondLimit`: ads that match and that the visit left unread. */
export type SearchEnd = { failure: PageFailure | null; isEmpty: boolean; beyondLimit?: number };

/** A register that does not answer throws `RegisterUnavailable`; a plate it does not know is null. */
export type VehicleRegister = { lookup(plate: string): Promise<Vehicle | null> };

export class RegisterUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegisterUnavailable';
  }
}
