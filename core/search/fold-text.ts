const danish: Record<string, string> = { æ: 'ae', ø: 'oe', å: 'aa' };

/** Text as people search it: lower case, without accents, Danish letters spelled out, everything else a single blank. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[æøå]/g, (letter) => danish[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether every word begins some word of the folded text: typing "okt" finds "Oktober". */
export function matchesWords(foldedText: string, words: readonly string[]): boolean {
  const padded = ` ${foldedText}`;
  return words.every((word) => padded.includes(` ${word}`));
}
