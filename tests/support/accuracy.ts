/** How many of a class of the corpus are read as a person reads them, and what of the others is misread. */
export type Accuracy = { class: string; cases: number; right: number; misread: string[] };

export const leastAccuracy = 0.98;

/** By class, in the order in which classes come first. `misreadOf` is null for what is read rightly. */
export function accuracyByClass<T extends { class: string }>(
  cases: readonly T[],
  misreadOf: (one: T) => string | null,
): Accuracy[] {
  const classes = new Map<string, Accuracy>();
  for (const one of cases) {
    const counted = classes.get(one.class) ?? { class: one.class, cases: 0, right: 0, misread: [] };
    classes.set(one.class, counted);
    const misread = misreadOf(one);
    counted.cases++;
    if (misread === null) counted.right++;
    else counted.misread.push(misread);
  }
  return [...classes.values()];
}
