import type { PageFailure, PageFailureClass, ParsedPage } from '#core/marketplaces/marketplace.ts';

/** Nothing was read, and why. `evidence` is fixed text that quotes nothing of the page. */
export const failed = (failureClass: PageFailureClass, evidence: string): ParsedPage => ({
  kind: 'failure',
  listings: [],
  pageInfo: null,
  shownCount: 0,
  rejected: [],
  failure: { class: failureClass, evidence },
});

/** A refusal of a plain page by its status; an empty answer with status 202 is how a bot wall asks for a script. */
export function refusalOf(status: number, body: string): PageFailure | null {
  if (status === 403 || status === 429) return { class: 'rate_limited', evidence: `status ${status}` };
  if (status === 401) return { class: 'login_wall', evidence: 'status 401' };
  if (status === 202 && body.trim().length < 400)
    return { class: 'checkpoint', evidence: 'status 202 without a page' };
  if (status >= 500) return { class: 'network', evidence: `status ${status}` };
  return null;
}

const maxRejectedShare = 0.2;

/** More than a fifth of the rows that look like listings could not be read: then our parser is wrong, not the rows. */
export function tooManyRejected(rowCount: number, rejectedCount: number): PageFailure | null {
  if (rejectedCount <= rowCount * maxRejectedShare) return null;
  return {
    class: 'layout_changed',
    evidence: `${rejectedCount} of ${rowCount} listings could not be read`,
  };
}
