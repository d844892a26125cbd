import type { Page } from 'playwright-core';

type Node = {
  nodeId: number;
  nodeType: number;
  nodeName: string;
  nodeValue: string;
  children?: Node[];
  shadowRoots?: Node[];
};

const textType = 3;
const isDrawn = ({ nodeName }: Node) => !['HEAD', 'SCRIPT', 'STYLE'].includes(nodeName);
const insideOf = (node: Node): Node[] =>
  [...(node.children ?? []), ...(node.shadowRoots ?? [])].filter(isDrawn);
const textOf = ({ nodeValue }: Node) => nodeValue;
const isText = ({ nodeType, nodeValue }: Node) => nodeType === textType && nodeValue.trim() !== '';

/** The elements that hold text themselves, inside fields (values, placeholders) too. */
function textHolders(node: Node): Node[] {
  const inside = insideOf(node);
  return [...(inside.some(isText) ? [node] : []), ...inside.flatMap(textHolders)];
}

/**
 * What of the page's text a font of the machine draws: the names of such fonts, and the characters that `family`, the page's
 * own, does not have. Where the machine has no glyph either, an empty box stands, said to be drawn in the page's own font.
 */
export async function foreignGlyphs(page: Page, family: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true });
  const holders = textHolders(root);
  const used = await Promise.all(
    holders.map(({ nodeId }) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  const foreign = used.flatMap(({ fonts }) => fonts.filter(({ isCustomFont }) => !isCustomFont));
  const ranges = await rangesOf(page, family);
  const letters = holders.flatMap((node) => [...insideOf(node).filter(isText).map(textOf).join('')]);
  const missing = letters.filter((letter) => {
    const code = letter.codePointAt(0)!;
    return !ranges.some(([from, to]) => code >= from && code <= to);
  });
  return [...new Set([...foreign.map(({ familyName }) => familyName), ...missing])];
}

/** The characters that the faces of a family declare, whether one of them was needed yet or not. */
async function rangesOf(page: Page, family: string): Promise<[number, number][]> {
  const faces = '[...document.fonts].map(({ family, unicodeRange }) => [family, unicodeRange])';
  const declared = (await page.evaluate(faces)) as [string, string][];
  return declared.flatMap(([name, ranges]) =>
    name.includes(family)
      ? [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to]): [number, number] => [
          Number.parseInt(from, 16),
          Number.parseInt(to ?? from, 16),
        ])
      : [],
  );
}
