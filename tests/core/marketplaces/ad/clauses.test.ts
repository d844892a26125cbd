import { expect, test } from 'vitest';
import { clausesOf } from '#core/marketplaces/ad/clauses.ts';

test.each(['2012-', 'til ', '189.000 km '])(
  'a text of nothing but %j is cut into short clauses',
  (repeated) => {
    const clauses = clausesOf(repeated.repeat(2000), 'description');
    expect(Math.max(...clauses.map(({ text }) => text.length))).toBeLessThan(1000);
  },
);
