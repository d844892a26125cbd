import type { PageFailure, PageFailureClass } from './page-failure.ts';

/**
 * What follows from a class of failure. The class is the policy: nothing else about a failure changes what
 * happens next.
 */
export type RetryRule = {
  /** Whether the same visit is worth another try within the job. */
  retry: boolean;
  /**
   * Whether the page is kept for study (without names) and somebody is told, because our reading of it is
   * wrong.
   */
  isAlarm: boolean;
  /** English, safe to show; the web app has both languages by class. */
  userReason: string;
};

const never = { retry: false, isAlarm: false } as const;

export const retryPolicy: Readonly<Record<PageFailureClass, RetryRule>> = {
  timeout: {
    ...never,
    retry: true,
    userReason: 'The marketplace did not answer in time.',
  },
  network: {
    ...never,
    retry: true,
    userReason: 'The marketplace could not be reached.',
  },
  rate_limited: {
    ...never,
    userReason: 'The marketplace asked us to slow down. What was read until then is kept.',
  },
  login_wall: { ...never, userReason: 'The marketplace shows this search only to people who are logged in.' },
  checkpoint: {
    ...never,
    userReason: 'The marketplace asked for a security check, which we do not answer for you.',
  },
  consent_wall: { ...never, userReason: 'The marketplace asked for consent before it shows anything.' },
  withheld: {
    ...never,
    userReason:
      'The marketplace showed visitors without an account nothing, or nothing more. What was read until then is kept.',
  },
  listing_removed: { ...never, userReason: 'This listing is no longer on the marketplace.' },
  location_not_recognised: {
    ...never,
    userReason: 'The marketplace does not know the place in this link and would have shown another one.',
  },
  search_not_understood: {
    ...never,
    userReason:
      'The marketplace left out a filter of this search and would have shown other cars. Set it there again.',
  },
  closed_to_robots: { ...never, userReason: 'The marketplace does not want programs to read this page.' },
  budget_spent: {
    ...never,
    userReason:
      'The pages that we may ask this marketplace for in an hour are used up. Please try again later.',
  },
  layout_changed: {
    ...never,
    isAlarm: true,
    userReason: 'The marketplace changed its pages and we could not read this one. We have been told.',
  },
  unknown_page: {
    ...never,
    isAlarm: true,
    userReason: 'The marketplace answered with a page that is neither a search nor a listing.',
  },
};

/** A failure with its page, where that is worth a study. */
export const withPage = (failure: PageFailure, page: string): PageFailure =>
  retryPolicy[failure.class].isAlarm ? { ...failure, page } : failure;

const backOffHours = [1, 6];

/**
 * When a repeated search that was refused runs again: after 1 hour, then after 6, then it is paused and its
 * owner notified. `refusalsInRow` counts refusals since the last success, this one included.
 */
export function nextRunAfterRefusal(
  refusalsInRow: number,
): { paused: false; delaySeconds: number } | { paused: true } {
  const hours = backOffHours[Math.max(1, Math.floor(refusalsInRow)) - 1];
  return hours === undefined ? { paused: true } : { paused: false, delaySeconds: hours * 3600 };
}
