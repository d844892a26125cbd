import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { offersOf, priceKindOf } from '#core/marketplaces/ad/offer.ts';
import { isDownPayment, isPlaceholderAmount, parsePrice } from '#core/marketplaces/ad/price.ts';
import { foldText } from '#core/marketplaces/ad/text.ts';

describe('parsePrice', () => {
  test.each([
    ['149.900 kr.', 149_900, 'DKK'],
    ['kr. 149.900', 149_900, 'DKK'],
    ['kr 149.900', 149_900, 'DKK'],
    ['DKK149,900', 149_900, 'DKK'],
    ['149.900,-', 149_900, 'DKK'],
    ['149 900,00 kr', 149_900, 'DKK'],
    ['149900', 149_900, 'DKK'],
    ['2.995 kr./md.', 2995, 'DKK'],
    ['$15', 15, 'USD'],
    ['$1,100', 1100, 'USD'],
    ['$1,234.50', 1235, 'USD'],
    ['CA$4,000', 4000, 'CAD'],
    ['AU$9,500', 9500, 'AUD'],
    ['£2,750', 2750, 'GBP'],
    ['8 900 zł', 8900, 'PLN'],
    ['12.500 €', 12_500, 'EUR'],
    ['SEK1,500', 1500, 'SEK'],
    ['NOK 900', 900, 'NOK'],
    ['Free', 0, 'DKK'],
    ['1.250.000 kr', 1_250_000, 'DKK'],
    ['1.4M kr', 1_400_000, 'DKK'],
    ['1,4 mill kr', 1_400_000, 'DKK'],
    ['3 pairs from $249', 249, 'USD'],
    ['4 stk. 900 kr', 900, 'DKK'],
    ['149.900 kr for 1 bil', 149_900, 'DKK'],
    ['１４９.９００ kr', 149_900, 'DKK'],
    ['NZ$9,500', 9500, 'NZD'],
    ['MX$88,000', 88_000, 'MXN'],
    ['9 500 $CA', 9500, 'CAD'],
    ['52 000 Kč', 52_000, 'CZK'],
    ['900 000 ₽', 900_000, 'RUB'],
    ['₹4,50,000', 450_000, 'INR'],
    ['ARS 12.000', 12_000, 'ARS'],
    ['US$9,900', 9900, 'USD'],
    ['500 000 руб', 500_000, 'RUB'],
    ['Fr. 9000', 9000, 'CHF'],
    ['ZZ$500', 500, 'XXX'],
    ['₿ 2', 2, 'XXX'],
  ])('reads the price in %j', (text, amount, currency) => {
    expect(parsePrice(text)).toEqual({ amount, currency });
  });

  test.each(['', 'Ring for pris', 'kr'])('finds no price in %j', (text) => {
    expect(parsePrice(text)).toBeNull();
  });

  test('an amount has at most twelve digits', () => {
    expect(parsePrice('123456789012 kr')?.amount).toBe(123_456_789_012);
    expect(parsePrice('1234567890123 kr')).toBeNull();
  });

  test('a number after sixty characters is not a price', () => {
    expect(parsePrice(`${' '.repeat(59)}5 kr`)?.amount).toBe(5);
    expect(parsePrice(`${' '.repeat(60)}5 kr`)).toBeNull();
  });

  test.each([
    0, 1, 10, 123, 1234, 12345, 123456, 1234567, 111, 1111, 111111, 9999999, 123123, 121212, 12341234,
  ])('isPlaceholderAmount accepts %d', (amount) => {
    expect(isPlaceholderAmount(amount)).toBe(true);
  });

  test.each([11, 12, 99_999, 55_555, 149_900, 12_300, 999, 11_900, 120])(
    'isPlaceholderAmount rejects %d',
    (amount) => {
      expect(isPlaceholderAmount(amount)).toBe(false);
    },
  );

  test('whole kroner are read in every Danish and English notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9_999_999 }), (amount) => {
        const danish = amount.toLocaleString('da-DK');
        const english = amount.toLocaleString('en-US');
        for (const text of [
          `${danish} kr.`,
          `kr ${danish}`,
          `DKK${english}`,
          `${danish},-`,
          `${danish},00 kr`,
        ]) {
          expect(parsePrice(text)).toEqual({ amount, currency: 'DKK' });
        }
      }),
    );
  });
});

function kindOf(title: string, description: string | null = null) {
  const price = { amount: 149_900, currency: 'DKK' };
  const facts = { priceText: null, make: null, model: null, hasMileage: false, isAmongVehicles: null };
  return priceKindOf(offersOf({ title, description, price, ...facts }));
}

describe('priceKindOf', () => {
  it.each([
    ['VW Golf 1,6 TDI', 'Velholdt.', 'cash'],
    ['VW Golf 1,6 TDI', null, 'cash'],
    ['VW Golf flexleasing', 'Førstegangsydelse 30.000', 'leasing'],
    ['Leasing uden afgift: VW Golf', null, 'leasing'],
    ['Ford Transit', 'Prisen er ekskl. moms', 'ex_vat'],
    ['Ford Transit + moms', null, 'ex_vat'],
    ['Iveco Daily', 'Pris 149.900 excl', 'ex_vat'],
    ['Mercedes Vito Tourer', 'NETTO 149.900', 'ex_vat'],
    ['Iveco Daily', 'Pris 149.900 kr. netto', 'ex_vat'],
    ['VW ID.3 58 kWh netto 149.900 kr', null, 'cash'],
    ['Opel Corsa-e netto 46 kWh 149.900 kr.', null, 'cash'],
    ['Pris 149.900 Kia Ceed EX', null, 'cash'],
    ['Kia Sportage', 'Pris 149.900 kr EX', 'cash'],
    ['VW Golf', 'Pris: 149.900 excl, levering 4.380 kr.', 'cash'],
    ['VW Golf', 'Registreringsafgiften mangler ikke', 'cash'],
    ['VW Golf', 'Afgiften skal betales af sælger', 'cash'],
    ['BMW M4', 'Afgiften skal betales af køber', 'ex_registration_tax'],
    ['VW Golf', 'Grøn afgift skal betales 1. juli', 'cash'],
    ['VW Golf', 'Road tax not included', 'cash'],
    ['VW Golf', 'Ingen moms eller afgift kommer oveni', 'cash'],
    ['VW Golf', 'Moms ikke inkluderet på ekstra arbejde', 'cash'],
    ['Peugeot 5008', 'Sælges, da leasingaftale på ny bil er underskrevet', 'cash'],
    ['Opel Vivaro', 'Sælges uden moms, privat ejet', 'cash'],
    ['Audi RS4', 'Står på tolddepot', 'ex_registration_tax'],
    ['Cadillac Escalade', 'Ingen dk afgift betalt', 'ex_registration_tax'],
    ['VW T5 Kombi', 'Prisen er inkl. moms, kan leveres ex. moms ved eksport', 'cash'],
    ['Ford Transit', 'Momsen er ikke inkluderet', 'ex_vat'],
    ['Peugeot Boxer', 'Hertil kommer moms', 'ex_vat'],
    ['Porsche Macan', 'Registreringsafgiften er ikke medregnet', 'ex_registration_tax'],
    ['Audi Q7', 'Kan fås uden dansk afgift til eksport for 119.000', 'cash'],
    ['Volvo XC90', 'Leasingkontrakt overtages. Ydelse 6.200', 'leasing'],
    ['Toyota Proace', 'Momspligtig. 149.900 + 25% moms', 'ex_vat'],
    ['Mercedes Sprinter', '149.900 € netto, MwSt ausweisbar', 'ex_vat'],
    ['Range Rover Sport', 'Uden afgift, kan flexleases', 'ex_registration_tax'],
    ['Tesla Model 3', 'Leasing. 1. gangs ydelse 149.900,-. Mdl. 4.495,-', 'leasing'],
    ['BMW 530e privatleasing', 'Førstegangsydelse/pris: 149.900 kr. Månedlig ydelse 4.295', 'leasing'],
    ['Audi A4 flexleasing', 'Førstegangsydelse kontant 149.900, herefter 3.900 pr. md', 'leasing'],
    ['Audi Q7 splitleasing', 'Pris 149.900', 'leasing'],
    ['Porsche Taycan - leasing overtages', 'Jeg sælger min leasingkontrakt. Pris 149.900', 'leasing'],
    ['Tesla Model Y leasing', 'Salgspris 149.900 kr. Restværdi 250.000', 'leasing'],
    ['Kia EV6', 'Overtag min leasingaftale. Jeg skal have 149.900 kontant', 'leasing'],
    ['Polestar 2', 'Leasingaftale kan overtages med det samme', 'leasing'],
    ['Peugeot Boxer', '149.900 + moms kan leveres', 'ex_vat'],
    ['Peugeot Boxer', '149.900 + moms. Privat salg aftales', 'ex_vat'],
    ['Peugeot Boxer', 'Pris ekskl. moms. Ikke privatsalg', 'ex_vat'],
    ['BMW M4', 'Prisen er uden afgift ikke indregistreret', 'ex_registration_tax'],
    ['BMW 320d', 'Sælges uden afgift', 'ex_registration_tax'],
    ['BMW 320d + afgift', null, 'ex_registration_tax'],
    ['BMW 320d', 'Afgiftsfri, står i Tyskland', 'ex_registration_tax'],
    ['Peugeot 208', 'Engros, kun til forhandlere', 'wholesale'],
    ['Peugeot 208', 'Moms/engros: 40.000 kr. uden afgift', 'wholesale'],
    ['Peugeot 208', 'Eksportpris', 'ex_registration_tax'],
    ['Toyota Proace', 'Momsfri pris 149.900, med moms 187.375', 'ex_vat'],
    ['Toyota Proace', 'Momsfri. Privat salg', 'cash'],
    ['Ford Transit', 'Pris 149.900 med moms', 'cash'],
    ['Ford Transit', '149.900 med moms, 119.920 uden', 'cash'],
    ['Bryllupsbil - Jaguar MK2 fra 1964', 'Pris fra 2.500 kr for 3 timer inkl. chauffør', 'leasing'],
    ['Bryllupsbil med chauffør', 'Rolls-Royce Silver Shadow fra 1972', 'leasing'],
    ['Bryllupskørsel', 'Jeg kører jer i min flotte Jaguar', 'leasing'],
    ['Limousinekørsel', 'Lincoln 1999. 10 personer', 'leasing'],
    ['Lej min bil til bryllup', 'Jaguar fra 1964', 'leasing'],
    ['Jaguar MK2 1964', 'Perfekt som bryllupsbil', 'cash'],
    ['Volvo Amazon bryllupsbil', 'Har kørt med chauffør', 'cash'],
    ['Bryllupsbil sælges: Bentley S1 1956', 'Har kørt med chauffør', 'cash'],
    ['Mercedes 220 1965', 'Brugt til bryllupskørsel med chauffør', 'cash'],
  ])('the price of %s (%s) is of the kind %s', (title, description, kind) => {
    expect(kindOf(title, description)).toBe(kind);
  });
});

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
