/** From this price on there is no upper limit (spec section 9). */
export const noMaximumDkk = 1_000_000;

const middlePosition = 50;
const middlePriceDkk = 100_000;
const lowerStepDkk = 2_000;
const upperStepDkk = 18_000;
const coarseDkk = 10_000;

/** Slider position 0–100 to a price: 2,000 DKK a step up to 100,000, then 18,000 a step, rounded to 10,000 (spec section 5). */
export function priceAtPosition(position: number): number {
  if (position <= middlePosition) return position * lowerStepDkk;
  const price = middlePriceDkk + (position - middlePosition) * upperStepDkk;
  return Math.min(noMaximumDkk, Math.round(price / coarseDkk) * coarseDkk);
}

/** The nearest slider position of a price. */
export function positionOfPrice(priceDkk: number): number {
  const clamped = Math.max(0, Math.min(noMaximumDkk, priceDkk));
  if (clamped <= middlePriceDkk) return Math.round(clamped / lowerStepDkk);
  return Math.round(middlePosition + (clamped - middlePriceDkk) / upperStepDkk);
}

/** A typed lower bound: a whole number ≥ 0; anything else is 0. */
export function readMinimum(text: string): number {
  const digits = text.replace(/\D/g, '');
  return Math.min(noMaximumDkk, Number(digits || '0'));
}

/** A typed upper bound, clamped to 0–1,000,000; empty, zero digits or words such as "no limit" mean no limit. */
export function readMaximum(text: string): number {
  const digits = text.replace(/\D/g, '');
  return digits ? Math.min(noMaximumDkk, Number(digits)) : noMaximumDkk;
}
