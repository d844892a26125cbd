/** What `npm run bench -- web` measures against. KiB after brotli; milliseconds; Lighthouse's points. */
export const budgets = {
  initialJsKib: 100,
  initialCssKib: 10,
  performance: 98,
  otherScores: 100,
  lcpMs: 2000,
  cls: 0.02,
  tbtMs: 100,
  interactionP95Ms: 100,
};
