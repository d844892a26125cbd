import type { createRandom } from '#demo/cars/random.ts';

type Random = ReturnType<typeof createRandom>;

/** What a broken download, a bad disk or a changed site makes of a page. */
export const damages: Record<string, (html: string, random: Random) => string> = {
  'cut off at its end': (html, random) => html.slice(0, random.whole(0, html.length)),
  'cut off at its beginning': (html, random) => html.slice(random.whole(0, html.length)),
  'with a letter flipped': (html, random) => flip(html, random.whole(0, html.length - 1), random),
  'with a letter of a price flipped': (html, random) => {
    const prices = [...html.matchAll(/"(?:formatted_)?amount":"/g)];
    const at = prices.length > 0 ? random.pick(prices) : null;
    return at ? flip(html, at.index + at[0].length + random.whole(0, 7), random) : html;
  },
  'with a value of another type': (html, random) => swapType(html, random),
};

/** Letters that break words, markup and JSON. A figure is never made of another one: nobody could tell it. */
const others = ['x', 'Q', 'ø', ' ', '"', '<', '{', '\u0000', '€'];

/** Another letter at a place, or behind the figures that stand there. */
function flip(html: string, from: number, random: Random): string {
  const at = from + (/^\d*/.exec(html.slice(from, from + 40))?.[0].length ?? 0);
  return html.slice(0, at) + random.pick(others) + html.slice(at + 1);
}

function swapType(html: string, random: Random): string {
  const values = [...html.matchAll(/"([a-z_]{2,60})":("(?:[^"\\]|\\.)*"|\d+|true|false|null|\[\]|\{\})/g)];
  if (values.length === 0) return html;
  const { 0: whole, 1: key, 2: value, index } = random.pick(values);
  const types = ['null', 'true', '[]', '{}', '"x"', '-1', '[{"a":"b"}]'].filter((type) => type !== value);
  return `${html.slice(0, index)}"${key}":${random.pick(types)}${html.slice(index + whole.length)}`;
}
