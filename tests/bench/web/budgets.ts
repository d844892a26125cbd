/** Of decision 15 and decision 74, the whole app of decision 39, interactions of decision 75: KiB after brotli; milliseconds; Lighthouse's points. */
export const budgets = {
  initialJsKib: 90,
  initialCssKib: 10,
  lazyPartKib: 14,
  appKib: 170,
  performance: 95,
  otherScores: 100,
  lcpMs: 2000,
  cls: 0.02,
  tbtMs: 100,
  interactionP95Ms: 80,
};
