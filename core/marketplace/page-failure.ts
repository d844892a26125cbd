/** How a visit to the marketplace can fail. The class is the retry policy (see `retryPolicy`). */
export const pageFailureClasses = [
  'timeout',
  'network',
  'rate_limited',
  'login_wall',
  'checkpoint',
  'consent_wall',
  'withheld',
  'listing_removed',
  'location_not_recognised',
  'search_not_understood',
  'closed_to_robots',
  'budget_spent',
  'layout_changed',
  'unknown_page',
] as const;
export type PageFailureClass = (typeof pageFailureClasses)[number];

/**
 * `evidence` names what on the page decided the class; never a person's name. `page`: the page itself, where a copy of it is to
 * be kept for study; it is neither logged nor stored as it is.
 */
export type PageFailure = { class: PageFailureClass; evidence: string; page?: string };
