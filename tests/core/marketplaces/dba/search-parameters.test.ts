import { describe, expect, it } from 'vitest';
import { normaliseSearch } from '#core/marketplaces/dba/link.ts';
import { automaticTitle } from '#core/searches/search-title.ts';

const kept = (query: string) => normaliseSearch(new URLSearchParams(query))?.toString();

describe('the parameters of a DBA search', () => {
  it.each([
    ['variant', '1.817.1433', '1.817.2832'],
    ['make', '0.744', '0.817'],
    ...['fuel', 'transmission', 'wheel_drive', 'dealer_segment', 'registration_class', 'sales_form'].map(
      (name): [string, string, string] => [name, '1', '2'],
    ),
    ...['car_condition', 'wheel_sets', 'body_type', 'exterior_colour', 'car_equipment'].map(
      (name): [string, string, string] => [name, '1', '2'],
    ),
    ['location', '0.200009', '1.200009.215000'],
  ])('keeps several values of %s', (name, one, other) => {
    expect(kept(`${name}=${one}&${name}=${other}`)).toBe(`${name}=${one}&${name}=${other}`);
  });

  it.each([
    ['q', 'golf', 'gti'],
    ...['price', 'year', 'mileage', 'engine_effect', 'max_trailer_weight'].flatMap(
      (name): [string, string, string][] => [
        [`${name}_from`, '10', '20'],
        [`${name}_to`, '10', '20'],
      ],
    ),
    ...['published', 'warranty_insurance', 'orgId'].map((name): [string, string, string] => [name, '1', '2']),
  ])('keeps one value of %s', (name, one, other) => {
    expect(kept(`${name}=${one}&${name}=${other}`)).toBe(`${name}=${one}`);
  });

  it('keeps at most twenty values of a parameter and a hundred characters of a value', () => {
    const query = Array.from({ length: 21 }, (_, at) => `fuel=${100 + at}`).join('&');
    expect(kept(query)?.split('&')).toHaveLength(20);
    expect(kept(`q=${'x'.repeat(101)}`)).toBe(`q=${'x'.repeat(100)}`);
  });

  it('drops values of the wrong shape for their parameter', () => {
    expect(kept('fuel=diesel&price_to=cheap&variant=817&make=1.817.1433&location=Odense&fuel=2')).toBe(
      'fuel=2',
    );
  });

  it.each([
    ['744', 'Audi'],
    ['749', 'BMW'],
    ['757', 'Citroen'],
    ['766', 'Fiat'],
    ['767', 'Ford'],
    ['772', 'Hyundai'],
    ['777', 'Kia'],
    ['781', 'Land Rover'],
    ['784', 'Mazda'],
    ['785', 'Mercedes'],
    ['787', 'Mitsubishi'],
    ['792', 'Nissan'],
    ['795', 'Opel'],
    ['796', 'Peugeot'],
    ['804', 'Renault'],
    ['808', 'Skoda'],
    ['813', 'Toyota'],
    ['817', 'VW'],
    ['818', 'Volvo'],
    ['7147', 'MINI'],
    ['8078', 'Tesla'],
    ['8079', 'Dacia'],
    ['8101', 'BYD'],
    ['8102', 'Polestar'],
    ['8104', 'XPeng'],
    ['8106', 'Cupra'],
  ])('names a search by the make code %s after the make %s', (code, make) => {
    const address = `https://www.dba.dk/mobility/search/car?make=0.${code}`;
    expect(automaticTitle(address, 'en')).toBe(`${make} · DBA`);
  });
});
