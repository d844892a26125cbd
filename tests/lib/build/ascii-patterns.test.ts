import { describe, expect, it } from 'vitest';
import { withAsciiPatterns } from '#lib/build/ascii-patterns.ts';

const evaluate = (source: string): unknown => new Function(`return ${source};`)();

describe('a source as the bundles take it', () => {
  it.each([
    ['/[æøå]/gi', ['Ærø', 'år', 'ar', 'ÅR']],
    ['/€|zł/', ['12 €', '3 zł', '3 kr']],
    ['/^[\\s·|–]+$/u', ['· –', 'x']],
    ['/[😀-😎]/u', ['😃', '🚗']],
    ['/prisfald: (?<beløb>\\d+)/', ['prisfald: 500', 'prisfald: x']],
  ])('spells %s by numbers, which match the same', (pattern, texts) => {
    const ascii = withAsciiPatterns(pattern);
    expect(ascii).toMatch(/^\p{ASCII}*$/u);
    const [before, after] = [pattern, ascii].map(evaluate) as [RegExp, RegExp];
    for (const text of texts) expect(text.replace(after, '!')).toBe(text.replace(before, '!'));
    expect(after.flags).toBe(before.flags);
  });

  it('has everything else as it was: texts, comments, divisions', () => {
    const source = "// før /æ/\nexport const pris = 'år/ø/x' + `€`.length / 2 + (6 / 3 / 1); /* ø / å */";
    expect(withAsciiPatterns(source)).toBe(source);
    expect(withAsciiPatterns(`${source}\nexport const a = /å/.test('å');`)).toBe(
      `${source}\nexport const a = /\\u00e5/.test('å');`,
    );
  });
});
