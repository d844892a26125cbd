import { count } from '../format.ts';
import { shareOf } from './share-of.ts';

export const firstOffer = {
  title: 'A first offer',
  lead: 'A figure to begin with. What cars end up costing is not published.',
  fixed: 'The seller writes that the price is fixed.',
  similar: (cheaper: number, total: number) =>
    `With the differences counted in, ${shareOf(cheaper, total, 'similar car', 'similar cars')} ${cheaper > 1 ? 'are on sale for less, or were when we last saw them' : 'is on sale for less, or was when we last saw it'}.`,
  gone: (cars: number) =>
    `${count(cars, 'of them is', 'of them are')} no longer for sale: there the last price in the ad counts.`,
  value: 'It is the market value, rounded down: too few similar cars were seen to say more.',
  capped: 'It is the market value, rounded down; the middle of the similar cars lies above it.',
  asked: 'It is what the seller asks: nothing in the similar cars we have seen speaks for a lower price.',
  below: 'It is what the seller asks, and that is below its market value.',
  notAbove: 'It is what the seller asks, and that is no more than its market value.',
  long: ({ days, isAgeKnown, isUsualKnown }: { days: number; isAgeKnown: boolean; isUsualKnown: boolean }) =>
    `Offered for ${isAgeKnown ? '' : 'at least '}${count(days, 'day', 'days')}${isUsualKnown ? ', longer than usual' : ''}.`,
  /** An amount ends with a full stop. */
  dropped: (amount: string) => `The price has been cut by ${amount}`,
  range: (low: string) => `The market range begins at ${low}`,
  /** `tenths`: of ten ads; 0 for fewer than half of one. */
  cuts: (tenths: number, ads: number) =>
    `Of ads like it (time for sale, price against the market, kind of seller) ${tenths === 0 ? 'fewer than 1 in 20' : `about ${tenths} in 10`} came down in price within 14 days, if they stayed that long: counted on at least ${count(ads, 'ad', 'ads')}.`,
  cutsOrEnds: (cut: number, ended: number, ads: number) =>
    `Of ads like it (time for sale, price against the market, kind of seller) ${cut === 0 ? 'fewer than 1 in 20' : `about ${cut} in 10`} came down in price within 14 days, and ${ended === 0 ? 'fewer than 1 in 20' : `about ${ended} in 10`} were gone without coming down first: counted on at least ${count(ads, 'ad', 'ads')}.`,
  toPayTitle: 'To subtract',
  toPay: {
    faults: 'What it costs to repair what the last inspection found.',
    inspection_overdue: 'What the overdue inspection costs, and what it may find.',
    inspection_due: 'What the coming inspection costs, and what it may find.',
    no_inspection: 'What an inspection costs, and what it may find.',
    deregistered: 'What plates cost before it may drive, and an inspection if it needs one.',
    no_plates: 'What inspection and plates cost before it may drive.',
  },
  unknownCost: 'What that costs we do not know: ask a workshop or a testing station.',
  heavy: 'Clear up the points under “Clear up first” before anything else. Until then we suggest no offer.',
};
