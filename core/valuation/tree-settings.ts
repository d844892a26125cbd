import type { BoostSettings } from './boosting.ts';

const draws = { rowShare: 0.8, featureShare: 0.7 };

/** Settings to try for the correction: small trees for small pools, where large ones learn chance. */
export function correctionSettings(poolSize: number, seed: number): BoostSettings[] {
  const shared = { ...draws, rounds: 400, shrinkage: 5, clipDeviations: 1.5, patience: 40, seed };
  if (poolSize < 1500) {
    return [4, 8].map((leaves) => ({ ...shared, leaves, leastRowsInLeaf: 15, rate: 0.03 }));
  }
  if (poolSize < 6000) {
    return [8, 16].map((leaves) => ({ ...shared, leaves, leastRowsInLeaf: 20, rate: 0.04 }));
  }
  return [{ ...shared, rounds: 500, patience: 25, leaves: 31, leastRowsInLeaf: 20, rate: 0.07 }];
}

/** The spread is a coarse quantity: few, strongly shrunken leaves. */
export function spreadSettings(poolSize: number, seed: number): BoostSettings {
  return {
    ...draws,
    rounds: 150,
    rate: 0.05,
    leaves: poolSize < 3000 ? 4 : 8,
    leastRowsInLeaf: Math.max(20, Math.floor(poolSize / 50)),
    shrinkage: 20,
    clipDeviations: 3,
    patience: 20,
    seed: seed + 1000,
  };
}

/**
 * Trees that find the price by themselves need more of them, and larger ones, than trees that correct one.
 */
export function secondOpinionSettings(poolSize: number, seed: number): BoostSettings {
  const isSmall = poolSize < 1500;
  const shared = { shrinkage: 5, clipDeviations: 1.5, patience: 30, seed: seed + 2000 };
  // Half of so many rows teach a tree as much, and fewer, larger trees fit in the time there is.
  if (poolSize > 15_000)
    return {
      ...shared,
      rowShare: 0.5,
      featureShare: 0.4,
      rounds: 300,
      rate: 0.1,
      leaves: 31,
      leastRowsInLeaf: 20,
    };
  return {
    ...shared,
    ...draws,
    rounds: 600,
    rate: 0.06,
    leaves: isSmall ? 8 : 16,
    leastRowsInLeaf: isSmall ? 6 : 10,
  };
}
