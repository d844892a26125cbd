/** Orders texts by their characters' codes, for `sort`: the same on every machine, whatever its language. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
