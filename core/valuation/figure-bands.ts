/** Where the bands of the published figures begin: years of age, and kroner asked for. */
export const ageStarts: readonly number[] = [0, 2, 4, 7, 11, 16];
export const priceStarts: readonly number[] = [0, 50_000, 100_000, 200_000, 400_000];
