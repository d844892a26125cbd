import { describe, expect, test } from 'vitest';
import { isDownPayment } from '#core/marketplaces/ad/price.ts';
import { foldText } from '#core/marketplaces/ad/text.ts';

const isOne = (title: string, description: string, amount: number | null) =>
  isDownPayment(foldText(title), foldText(description), amount);

describe('isDownPayment', () => {
  test.each([
    ['VW Golf udbetaling 19.900', '', 19_900],
    ['VW Golf, kontant udbetaling', '', 24_900],
    ['VW Golf - udb. 19.900 kr', '', 19_900],
    ['VW Golf', 'Kontant udbetaling 19.900 kr, derefter 1.995 kr. pr. md.', 19_900],
    ['VW Golf', 'Udbetaling kun kr. 19.900,-', 19_900],
    ['VW Golf', '19.900 kr i udbetaling', 19_900],
    ['VW Golf', 'Kontantinsats 30.000 kr', 30_000],
    ['VW Golf', 'Anzahlung 3.000 €', 3000],
    ['VW Golf', 'Down payment: 2,500', 2500],
  ])('in %j, %j the price %s is a down payment', (title, description, amount) => {
    expect(isOne(title, description, amount)).toBe(true);
  });

  test.each([
    ['VW Golf', 'Udbetaling fra 19.900 kr', 99_900],
    ['VW Golf uden udbetaling', '', 99_900],
    ['VW Golf', 'Kan finansieres uden udbetaling', 99_900],
    ['VW Golf 0 kr i udbetaling', '', 99_900],
    ['VW Golf med udbetaling 19.900', '', 99_900],
    ['VW Golf', 'Nysynet', 19_900],
    ['VW Golf udbetaling 19.900', '', null],
    ['VW Golf udbetaling', '', 0],
  ])('in %j, %j the price %s is not a down payment', (title, description, amount) => {
    expect(isOne(title, description, amount)).toBe(false);
  });
});
