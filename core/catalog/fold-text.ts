const danish: Record<string, string> = { æ: 'ae', ø: 'oe', å: 'aa' };

const beyondAscii = /\P{ASCII}/u;

/** Text as people search it: lower case, without accents, Danish letters spelled out, everything else a single blank. */
export function foldText(text: string): string {
  const spelled = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æøå]/g, (letter) => danish[letter]!);
  // Most texts are plain letters by now, and the tables of Unicode cost ten times as much.
  const words = beyondAscii.test(spelled)
    ? spelled
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
    : spelled.replace(/[^a-z0-9]+/g, ' ');
  return words.trim();
}

const spacedPlate = /^([a-z]{2}) ?(\d{2}) ?(\d{3})$/;

/**
 * What a search asks for: some of these lists of words, all words of the list. A plate typed with blanks is looked for
 * as it is typed and in one piece. An empty text asks for nothing: no lists.
 */
export function readSearch(text: string): string[][] {
  const folded = foldText(text);
  if (folded === '') return [];
  const words = folded.split(' ');
  const plate = spacedPlate.exec(folded)?.slice(1).join('');
  return plate && words.length > 1 ? [words, [plate]] : [words];
}
