const danish: Record<string, string> = { æ: 'ae', ø: 'oe', å: 'aa' };

const beyondAscii = /\P{ASCII}/u;

/** Normalises text for search: lower case, no accents, Danish letters spelled out, anything else as one blank. */
export function foldText(text: string): string {
  const spelled = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æøå]/g, (letter) => danish[letter]!);
  // Most texts are ASCII by now, and Unicode regular expressions are ten times as slow.
  const words = beyondAscii.test(spelled)
    ? spelled
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
    : spelled.replace(/[^a-z0-9]+/g, ' ');
  return words.trim();
}

/** Parses words to avoid into alternatives; each is a list of words that a text has all of, each as a whole word. */
export const readAvoided = (entries: readonly string[]): string[][] =>
  entries.flatMap((entry) => {
    const folded = foldText(entry);
    return folded === '' ? [] : [folded.split(' ')];
  });

/** Whether a folded text has all words of one of these lists. */
export function hasAvoided(foldedText: string, avoided: readonly (readonly string[])[]): boolean {
  const padded = ` ${foldedText} `;
  return avoided.some((words) => words.every((word) => padded.includes(` ${word} `)));
}

const spacedPlate = /^([a-z]{2}) ?(\d{2}) ?(\d{3})$/;

export const isPlateSearch = (text: string): boolean => spacedPlate.test(foldText(text));

/**
 * Parses a search text into alternatives; each is a list of words that must all match. A plate typed with blanks is searched
 * as typed and in one piece. An empty text has no alternatives.
 */
export function readSearch(text: string): string[][] {
  const folded = foldText(text);
  if (folded === '') return [];
  const words = folded.split(' ');
  const plate = spacedPlate.exec(folded)?.slice(1).join('');
  return plate && words.length > 1 ? [words, [plate]] : [words];
}
