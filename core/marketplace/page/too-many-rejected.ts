import type { PageFailure } from '#core/marketplace/page-failure.ts';

const maxRejectedShare = 0.2;

/** More than a fifth of the rows that claim to be listings could not be read: our reading is wrong, not the rows. */
export function tooManyRejected(rowCount: number, rejectedCount: number): PageFailure | null {
  if (rejectedCount <= rowCount * maxRejectedShare) return null;
  return {
    class: 'layout_changed',
    evidence: `${rejectedCount} of ${rowCount} listings could not be read`,
  };
}
