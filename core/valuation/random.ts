/** Numbers in [0, 1), the same sequence for the same seed (mulberry32): a fit can be repeated exactly. */
export function randomSequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in [0, 1) that the same text always gives (FNV-1a, and the last steps of the sequence above). */
export function randomOf(text: string, seed: number): number {
  let state = seed | 0;
  for (let place = 0; place < text.length; place++)
    state = Math.imul(state ^ text.charCodeAt(place), 0x01000193);
  return randomSequence(state)();
}
