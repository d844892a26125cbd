import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';

const own = 'https://www.dba.dk';
const copy = 'https://copy.example';

describe('a visit to DBA', () => {
  it.each([
    [`${own}/mobility/item/31000001`, false, true],
    [`${copy}/mobility/item/31000001`, false, false],
    [`${copy}/mobility/item/31000001`, true, true],
    [`${own}/mobility/item/31000001`, true, false],
    ['https://name@www.dba.dk/mobility/item/31000001', false, false],
    ['https://:word@www.dba.dk/mobility/item/31000001', false, false],
    ['http://www.dba.dk/mobility/item/31000001', false, false],
    ['no address', false, false],
  ])('goes to %s (in the demo: %s): %s', (address, isDemo, isAllowed) => {
    expect(dba.isVisitable(address, { origin: isDemo ? copy : own, isDemo })).toBe(isAllowed);
  });

  it('asks for a search page by page, and for its data beside it', () => {
    const { visit } = dba;
    if (visit.by !== 'plain') throw new Error('DBA is visited without a browser');
    const search = `${own}/mobility/search/car?fuel=1`;
    expect([1, 2].map((page) => visit.pageAddress(search, page))).toEqual([search, `${search}&page=2`]);
    expect(visit.pageAddress(`${own}/mobility/search/car`, 3)).toBe(`${own}/mobility/search/car?page=3`);
    expect(visit.dataAddress?.(search, 2)).toBe(
      `${own}/mobility/search/api/search/SEARCH_ID_CAR_USED?fuel=1&page=2`,
    );
    expect(visit.dataAddress?.(`${own}/mobility/item/31000001`, 1)).toBeNull();
    expect(visit).toMatchObject({ firstPages: 10, repeatPages: 2, robotsPath: '/robots.txt' });
  });
});
