import { describe, expect, it } from 'vitest';
import { colors, dealMark, priceLine } from '#functions/pages/share-card.ts';

const marksOf = (svg: string) =>
  [...svg.matchAll(/translate\(([\d.]+) ([\d.]+)\)/g)].map(([, x]) => Number(x) + 13);

describe('the price line of a shared car', () => {
  it('draws a fair price beside the middle of the market, inside the usual range', () => {
    const line = priceLine('fair', 0, 100, 400);
    const [mark] = marksOf(line);
    expect(mark).toBe(220);
    expect(line).toContain('<rect x="132" y="94" width="136"');
    expect(line).not.toContain(colors.poor);
  });

  it('draws a poor price far to the right, with a line from the middle to it', () => {
    const line = priceLine('poor', 0, 100, 400);
    expect(marksOf(line)).toEqual([336]);
    expect(line).toContain(`<path d="M200 100H336" stroke="${colors.poor}" stroke-width="4"/>`);
  });

  it('draws a dotted line without a price position where there is no estimate', () => {
    const line = priceLine('no_estimate', 10, 100, 400);
    expect(line).toMatch(/^<path d="M10 100H410"[^>]*stroke-dasharray="2 8"[^>]*\/>$/);
  });
});

it.each(['fair', 'poor', 'no_estimate'] as const)('draws the deal %s in its own colour and shape', (deal) => {
  const mark = dealMark(deal, 5, 7, 28);
  expect(mark).toContain(`translate(5 7) scale(2)" color="${colors[deal]}"`);
  expect(mark).toMatch(/<(circle|path|g)[ >]/);
});
