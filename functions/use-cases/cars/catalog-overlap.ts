/**
 * How far a thorough look at the catalog's changes goes back behind the last look. A car is stamped before it is written,
 * writes are tried again for seconds, the index lags, and the writers' clocks differ: what was late for the last looks is seen
 * by this one.
 */
export const overlapMs = 150_000;
