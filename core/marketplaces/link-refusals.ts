import type { FailureCode } from '#core/failure.ts';
import { joinNames } from '#core/shared.ts';
import { marketplaceNames } from './marketplace-id.ts';

export type LinkFailureCode = Exclude<Extract<FailureCode, `link_${string}`>, 'link_not_search'>;

/** Why a dropped file is refused that holds no page we read. */
export const noSavedPage = `This file is not a saved page of ${joinNames(Object.values(marketplaceNames), 'or')}. Save the search page itself and drop it here.`;

/** Why a link is refused: the service's answer, and the text at the input field before anything is sent. */
export const linkRefusals: Readonly<Record<LinkFailureCode | 'link_not_search', string>> = {
  link_blank: 'Paste a link first.',
  link_invalid: 'There is no web address in this. Copy the address from the browser and paste it whole.',
  link_foreign_host: `This link does not lead to a site that Bilfund reads: ${joinNames(Object.values(marketplaceNames), 'or')}.`,
  link_no_search:
    'This link holds no search yet. Search for cars there (a make, a price or words), then copy that address.',
  link_no_place:
    'This link does not say where to search. Choose a town on Marketplace first, then copy the address.',
  link_former: 'This is an old DBA address. Make the search again on DBA, then copy its new address.',
  link_favourites:
    'A list of favourites cannot be imported. Copy the address of a search or of a single car.',
  link_group:
    'Groups cannot be imported. Copy the address of a search on Marketplace, or of a single car there.',
  link_by_hand:
    'Bilfund does not visit this site by itself. Open the page there yourself and press the Bilfund button.',
  link_unsupported_path:
    'This page is neither a search for cars nor a single car. Copy the address of one of those.',
  link_not_search:
    'Only a search can be repeated, not a single car and not a shared link. Copy the address of the search.',
};
