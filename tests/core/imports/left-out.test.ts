import { expect, it } from 'vitest';
import {
  beyondLimitMarks,
  countLeftOut,
  type LeftOutCount,
  leftOutMarks,
  sameCarMarks,
} from '#core/imports/listings.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';

const listing = (id: string, title = `Trailer ${id}`) => ({ id, title }) as Listing;
const batch = (rejected: Rejection[]) => ({ listings: [listing('1'), listing('2')], rejected });
const counted = (...marks: string[][]) => countLeftOut(new Set(marks.flat()));

it('ads left out of an import are counted by reason, the most frequent first', () => {
  const marks = leftOutMarks(
    batch([
      { id: '3', reason: 'no_title' },
      { id: '4', reason: 'not_asked_for' },
      { id: '5', reason: 'not_asked_for' },
      { reason: 'no_id' },
      { reason: 'no_id' },
    ]),
    [listing('6')],
  );
  expect(counted(marks)).toEqual([
    { reason: 'unreadable', count: 3, titles: [] },
    { reason: 'not_asked_for', count: 2, titles: [] },
    { reason: 'not_for_sale', count: 1, titles: ['Trailer 6'] },
  ]);
});

it('a batch that is read twice is counted once', () => {
  const again = () =>
    leftOutMarks(batch([{ reason: 'no_id' }, { id: '4', reason: 'no_title' }]), [listing('6')]);
  expect(counted(again(), again())).toEqual(counted(again()));
});

it('ads left out are named without plates, and an ad with two titles counts once', () => {
  const marks = leftOutMarks(batch([]), [listing('6', 'Yamaha #1, AB 12 345'), listing('7')]);
  const later = leftOutMarks(batch([]), [listing('6', 'Yamaha, sat ned')]);
  expect(counted(marks, later, ['not_for_sale#7'])).toEqual([
    { reason: 'not_for_sale', count: 2, titles: ['Yamaha #1, •••••••', 'Trailer 7'] },
  ]);
});

it('of very many ads left out only some are named, each cut to its beginning', () => {
  const many = Array.from({ length: 90 }, (_, place) => listing(String(place), 'x'.repeat(900)));
  const [{ count, titles }] = counted(sameCarMarks(many)) as [LeftOutCount];
  expect(count).toBe(90);
  expect(titles.length).toBeLessThan(90);
  expect(titles.join('').length).toBeLessThan(3_000);
});

it('ads of another search in the page’s data are not counted as left out', () => {
  expect(leftOutMarks(batch([{ id: '9', reason: 'not_shown' }]), [])).toEqual([]);
});

it('the marks of a page with thousands of unread ads stay bounded', () => {
  const rejected = Array.from(
    { length: 5_000 },
    (_, i): Rejection => ({ id: String(i), reason: 'no_title' }),
  );
  expect(leftOutMarks(batch(rejected), [])).toHaveLength(100);
});

it('cars beyond the limit of a page are counted by one mark, and no mark when there are none', () => {
  expect(beyondLimitMarks(0)).toEqual([]);
  const marks = [...leftOutMarks(batch([{ id: '3', reason: 'no_title' }]), []), ...beyondLimitMarks(312)];
  expect(marks).toHaveLength(2);
  expect(counted(marks, marks)).toEqual([
    { reason: 'beyond_limit', count: 312, titles: [] },
    { reason: 'unreadable', count: 1, titles: [] },
  ]);
});
