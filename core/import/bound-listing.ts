import type { Listing } from '#core/marketplace/ad/listing.ts';
import { beginningOf } from '../plate/hide-plates.ts';

const most = { title: 200, description: 6000, word: 100, photos: 40, lines: 60 } as const;

/** A cut may go through a surrogate pair: half of one cannot be stored. None goes through a plate. */
function cut(text: string, length: number): string;
function cut(text: string | null, length: number): string | null;
function cut(text: string | null, length: number): string | null {
  return text === null ? null : beginningOf(text, length, null).toWellFormed();
}

const cutLines = (lines: readonly string[]): string[] =>
  lines.slice(0, most.lines).map((line) => cut(line, most.title));

/**
 * A listing cut to what a car needs of it. Our own pages are bounded when they are read; another source of listings is
 * held to the same, because a car with all its words must fit into one item of the table (400 KB).
 */
export function boundListing(listing: Listing): Listing {
  return {
    ...listing,
    title: cut(listing.title, most.title),
    description: cut(listing.description, most.description),
    city: cut(listing.city, most.word),
    make: cut(listing.make, most.word),
    model: cut(listing.model, most.word),
    variant: cut(listing.variant, most.word),
    color: cut(listing.color, most.word),
    dealerName: cut(listing.dealerName, most.word),
    postalCode: cut(listing.postalCode, most.word),
    specifications: cutLines(listing.specifications),
    photoCaptions: cutLines(listing.photoCaptions),
    photoUrls: listing.photoUrls.slice(0, most.photos),
  };
}
