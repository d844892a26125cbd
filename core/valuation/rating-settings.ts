/**
 * The thresholds of the rating, in one place: the code judges by them and the page "how we rate" prints them.
 * Chosen on public data sets of asking prices: about 5 % of unchanged cars come out amazing, more than 80 % of those
 * offered a quarter too cheap are found.
 */
export const ratingSettings = {
  /**
   * Amazing: asked less than this share of the market value, and of what the comparable in the middle would ask with the car's
   * facts, and less than the interval's low end.
   */
  amazingBelowShare: 0.87,
  /** Poor: asked more than this share of the market value, and more than half way (in proportion) to the high end. */
  poorAboveShare: 1.1,
  /** Prices outside are no cars for sale, or none that the market can be asked about. */
  leastPriceDkk: 7_500,
  highestPriceDkk: 3_000_000,
  /** Above this ratio of high to low the interval is too wide to judge by. */
  widestIntervalRatio: 1.8,
  /** Below this many cars of the model, with no near comparable, the model only guesses. */
  leastCarsOfModel: 5,
  /** Asked outside these shares of the market value something is wrong with the ad, or with our estimate. */
  believableShares: [0.45, 2.2],
  /** Amazing rests on at least so many comparables, */
  leastComparables: 5,
  /** half of which had to be made dearer, or cheaper, by at most this factor, */
  nearComparableFactor: 2,
  /** and of which, made comparable, at least this share asks more, */
  leastShareAskingMore: 0.7,
  /** and from whose middle the market value lies at most this share of the saving away. */
  highestRestShare: 0.25,
  /** A comparable that had to be made dearer, or cheaper, by more than this factor is marked as distant, */
  distantFactor: 1.25,
  /** and counts as this much of one for the middle. */
  distantWeight: 0.5,
  oldestYears: 25,
  /** Below this pool the catalog says too little; a lent market or the register's own valuation serves where there is one. */
  leastPoolSize: 60,
  /** Below this one, only of models of which it holds `leastCarsOfModel` itself. */
  settledPoolSize: 300,
  /** The register's valuation must rest on this many prices. */
  leastRegisterPrices: 5,
} as const;
