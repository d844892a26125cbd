/** The price slider's scale (docs/spec.md 5): 50 steps of 2,000 DKK, then 50 of 18,000. */
export const priceSteps = 100;
const half = 50;
const lowStepDkk = 2_000;
const highStepDkk = 18_000;
const lowEndDkk = half * lowStepDkk;

/** Price at a slider position 0–100; above 100,000 rounded to the nearest 10,000. */
export function priceAt(position: number): number {
  if (position <= half) return Math.round(position * lowStepDkk);
  return Math.round((lowEndDkk + (position - half) * highStepDkk) / 10_000) * 10_000;
}

/** Slider position 0–100 of a price. */
export function positionOf(priceDkk: number): number {
  if (priceDkk <= lowEndDkk) return Math.max(0, priceDkk / lowStepDkk);
  return Math.min(priceSteps, half + (priceDkk - lowEndDkk) / highStepDkk);
}

/** How many kroner a step of the slider is wide: 0–99. */
export const stepWidthDkk = (step: number): number => (step < half ? lowStepDkk : highStepDkk);

export const nearestPosition = (priceDkk: number): number => Math.round(positionOf(priceDkk));

/** The histogram's bar of a price, 0–99. */
export function priceStepOf(priceDkk: number): number {
  return Math.min(priceSteps - 1, Math.floor(positionOf(priceDkk)));
}
