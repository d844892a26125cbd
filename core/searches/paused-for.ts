import type { ImportFailureClass } from '#core/contract/routes/imports.ts';

/** Failures that another visit to the same link would repeat: a person must choose another link. */
export const needsOtherLink = (failure: ImportFailureClass | null): boolean =>
  failure === 'location_not_recognised' ||
  failure === 'search_not_understood' ||
  failure === 'listing_removed';
