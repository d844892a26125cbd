import type { ImportFailureClass } from '../contract/routes/imports.ts';

/**
 * Who visits the marketplace: our function, the visitor on a machine of the operator's, or both: the function first, and the
 * visitor where it was refused.
 */
export const visitsBy = ['lambda', 'visitor', 'both'] as const;
export type VisitsBy = (typeof visitsBy)[number];

/** What is not understood is the function: it needs nobody else. */
export const readVisitsBy = (given: string | null): VisitsBy =>
  visitsBy.find((each) => each === given) ?? 'lambda';

/**
 * Refusals that go by the address of who asks: from another one the same page may be shown. To be asked to slow down or to
 * pass a check is an answer to how we ask, from wherever (decision 43).
 */
const addressRefusals: ReadonlySet<ImportFailureClass> = new Set(['login_wall', 'withheld']);
export const isForVisitor = (failure: ImportFailureClass): boolean => addressRefusals.has(failure);

/** A visit that no visitor has taken for so long is not made any more. */
export const visitorPatienceMs = 30 * 60_000;
/** An hourly run has its turn within the hour whose runs it is one of. */
export const unawaitedPatienceMs = 90 * 60_000;
