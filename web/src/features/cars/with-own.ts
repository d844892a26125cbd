/** The steps of a filter's choice. A limit from an address that is none of them stands among them. */
export const withOwn = (steps: readonly number[], own: number | null): readonly number[] =>
  own === null ? steps : [...new Set([...steps, own])].sort((a, b) => a - b);
