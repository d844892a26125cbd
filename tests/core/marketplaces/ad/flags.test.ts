import { describe, expect, test } from 'vitest';
import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { findFlags } from '#core/marketplaces/ad/text-facts.ts';
import { readTitle } from '#core/marketplaces/ad/title.ts';

function flagsOf(
  title: string,
  description = '',
  amount = 84_900,
  more: { priceText?: string; isAmongVehicles?: boolean; currency?: string } = {},
): ListingFlag[] {
  const { make, model, year } = readTitle(title);
  return findFlags({
    title,
    description,
    priceText: more.priceText ?? null,
    price: { amount, currency: more.currency ?? 'DKK' },
    make,
    model,
    year,
    hasMileage: false,
    isMileageDoubtful: false,
    isAmongVehicles: more.isAmongVehicles ?? true,
  });
}

describe('findFlags', () => {
  test.each<[string, string, ListingFlag]>([
    ['Yamaha MT-07', '', 'not_a_car'],
    ['Honda CB500F 2015', '', 'not_a_car'],
    ['BMW R1200GS', '', 'not_a_car'],
    ['Suzuki GSX-R 600', '', 'not_a_car'],
    ['Campingvogn Kabe Royal', '', 'not_a_car'],
    ['Trailer 750 kg', '', 'not_a_car'],
    ['VW California autocamper', '', 'not_a_car'],
    ['Bil købes kontant', '', 'wanted'],
    ['VW Golf søges', '', 'wanted'],
    ['Volvo V70', 'Søger en pæn V70', 'wanted'],
    ['Alufælge til VW Golf', '', 'parts'],
    ['4 stk 17" alufælge til VW Golf', '', 'parts'],
    ['4 stk alufælge til Merc C220', '', 'parts'],
    ['BMW 320d sælges i dele', '', 'parts'],
    ['Audi A4', 'Sælges til ophug', 'parts'],
    ['VW Golf privatleasing', '', 'leasing'],
    ['VW Golf 2.995 kr/md', '', 'leasing'],
    ['Audi A6', 'Flexleasing: førstegangsydelse 60.000', 'leasing'],
    ['VW Transporter ekskl. moms', '', 'ex_vat'],
    ['Ford Transit', 'Pris er + moms', 'ex_vat'],
    ['Fiat Ducato MOMS/engros', '', 'wholesale'],
    ['BMW M4', 'Prisen er uden afgift', 'ex_tax'],
    ['Opel Corsa', 'Motoren er defekt', 'defect'],
    ['Opel Corsa med motorskade', '', 'defect'],
    ['Opel Corsa skadet', '', 'defect'],
    ['Opel Corsa', 'Kørt galt, men kan køre', 'defect'],
    ['Opel Corsa', 'Motoren banker', 'defect'],
    ['Opel Corsa', 'Koblingen er færdig', 'defect'],
    ['Opel Corsa', 'Den er ikke køreklar', 'defect'],
    ['Opel Corsa', 'Har røget koblingen', 'defect'],
    ['Opel Corsa', 'Motoren er gået. Kørt 180.000 km', 'defect'],
    ['Opel Corsa', 'Motoren er gået i stykker', 'defect'],
    ['Opel Corsa', 'Starter ikke. Motorskade?', 'defect'],
    ['Opel Corsa', 'Motoren er gået sælges som den er', 'defect'],
    ['Opel Corsa', 'Koblingen er færdig ellers fin', 'defect'],
    ['Opel Corsa', 'Motoren skal skiftes', 'defect'],
    ['Opel Corsa', 'Motor og gearkasse skal skiftes', 'defect'],
    ['Opel Corsa', 'Ikke startet siden motorskade', 'defect'],
    ['Audi A3', 'Importeret fra Tyskland i 2019', 'imported'],
    ['Kia Rio', 'Sælges uden syn', 'no_inspection'],
    ['Kia Rio nysynet', '', 'fresh_inspection'],
  ])('%j, %j has the flag %s', (title, description, flag) => {
    expect(flagsOf(title, description)).toContain(flag);
  });

  test.each([
    ['VW Crafter 2016', '', 1500, ['placeholder_price']],
    ['VW Crafter 2016', 'Motorskade', 1500, ['defect']],
    ['VW Crafter 1998', '', 1500, []],
  ])('%j, %j for %i kr. has the flags %j', (title, description, amount, flags) => {
    expect(flagsOf(title, description, amount)).toEqual(flags);
  });

  test.each([
    [
      'VW Golf m. alufælge og vinterhjul',
      'Medfølger trailer-stik. Ingen defekter, ikke import fra Tyskland.',
    ],
    [
      'Ford Focus 1,6 TDCi',
      'Skal ikke synes før 2027. Vi tilbyder også leasing og finansiering, kr. 1.999 pr. md. Vinterhjul kan købes med.',
    ],
    ['Skoda Octavia', 'Ingen leasing. Momsfri. Uden motorskade.'],
    ['Honda Civic 1,8', 'Super cykelholder medfølger'],
    ['BMW 118i', 'Flot og velholdt'],
    ['BMW 118i', 'Aldrig været kørt galt'],
    ['BMW 118i', 'Ej kørt galt'],
    ['BMW 118i', 'Kørt galt? Nej!'],
    ['BMW 118i', 'Kørt galt: nej'],
    ['BMW 118i', 'Aldrig skadet eller kørt galt'],
    ['BMW 118i', 'Har hverken været skadet eller kørt galt'],
    ['BMW 118i ej skadet', ''],
    ['BMW 118i skadet? Nej', ''],
    ['BMW 118i', 'Ikke totalskadet'],
    ['BMW 118i', 'Motor banker ikke'],
    ['BMW 118i', 'Motor gået 320.000 km'],
    ['BMW 118i', 'Ny motor gået 40.000 km'],
    ['BMW 118i', 'Motor gået efter, gearkasse gået igennem'],
    ['BMW 118i', 'Motoren er færdig renoveret, kobling er færdig udskiftet'],
    ['BMW 118i', 'Olie i gearkassen skal skiftes ved 120.000'],
    ['BMW 118i', 'Olie på motoren skal skiftes hver 15.000 km'],
    ['BMW 118i', 'Pakning mellem motor og gearkasse skal skiftes'],
  ])('an ordinary car has no flags: %j', (title, description) => {
    expect(flagsOf(title, description)).toEqual([]);
  });

  test('a monthly price is leasing by its unit, or by the word beside a price too low for a car', () => {
    expect(flagsOf('Audi Q4 e-tron', '', 3995, { priceText: '3.995 kr./md.' })).toContain('leasing');
    expect(flagsOf('Audi Q4 e-tron', 'Mulighed for leasing', 3995)).toContain('leasing');
    for (const [price, isMonthly] of [
      [500, false],
      [501, true],
      [14_999, true],
      [15_000, false],
    ] as const)
      expect(flagsOf('Audi Q4 e-tron', 'Mulighed for leasing', price).includes('leasing')).toBe(isMonthly);
    expect(flagsOf('Audi Q4 e-tron', 'Mulighed for leasing', 289_900)).not.toContain('leasing');
  });

  test('a placeholder price and a foreign currency are flagged', () => {
    expect(flagsOf('VW Golf', '', 1234)).toEqual(['placeholder_price']);
    expect(flagsOf('VW Golf', '', 12_500, { currency: 'EUR' })).toEqual(['foreign_currency']);
  });

  test('an ad of another category is not a car unless its text says so', () => {
    expect(flagsOf('Bike for sale -MINT CONDITION.', '', 900, { isAmongVehicles: false })).toEqual([
      'not_a_car',
    ]);
    expect(flagsOf('Sofa, næsten ny', '', 900, { isAmongVehicles: false })).toEqual(['not_a_car']);
    expect(flagsOf('Dejlig familiebil sælges', '', 24_900, { isAmongVehicles: false })).toEqual([]);
    expect(flagsOf('VW Golf 1,6 TDI', '', 24_900, { isAmongVehicles: false })).toEqual([]);
  });
});
