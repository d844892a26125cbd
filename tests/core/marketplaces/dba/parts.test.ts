import { describe, expect, it, test } from 'vitest';
import { dateOf, fuelOf, gearboxOf } from '#core/marketplaces/ad/build-listing.ts';
import { ageOf, availabilityIn, priceWords, splitHeading } from '#core/marketplaces/dba/ad.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';

describe('the words on DBA’s pages', () => {
  it.each([
    ['2 min.', 120],
    ['4 t.', 14_400],
    ['1 dag', 86_400],
    ['4 dage', 345_600],
    ['2 uger', 1_209_600],
    ['3 mdr.', 7_776_000],
    ['1 år', 31_536_000],
    ['i går', 86_400],
    ['for længe siden', null],
  ])('reads the age "%s" of an ad as %s seconds', (words, seconds) => {
    expect(ageOf(words)?.seconds ?? null).toBe(seconds);
  });

  it.each([
    ['Benzin', 'petrol'],
    ['Diesel', 'diesel'],
    ['El', 'electric'],
    ['Hybrid benzin', 'hybrid'],
    ['Hybrid diesel', 'hybrid'],
    ['Plug-in Benzin', 'plugin_hybrid'],
    ['Plug-in Diesel', 'plugin_hybrid'],
    ['Gas + benzin', 'gas'],
    ['Elefant', null],
  ])('reads the fuel "%s" as %s', (word, fuel) => {
    expect(fuelOf(word)).toBe(fuel);
  });

  it.each([
    ['Manuelt', 'manual'],
    ['Automatisk', 'automatic'],
    ['Trinløs', null],
  ])('reads the gearbox "%s" as %s', (word, gearbox) => {
    expect(gearboxOf(word)).toBe(gearbox);
  });

  it.each([
    ['14.11.2016', '2016-11-14'],
    ['4/1-2016', '2016-01-04'],
    ['2016-11-14', '2016-11-14'],
    ['11.2016', null],
    ['2016', null],
    ['31.13.2016', null],
  ])('reads the date "%s" as %s', (text, date) => {
    expect(dateOf(text)).toBe(date);
  });
});

test.each([
  ['VW Golf', 'VW', 'Golf'],
  ['Land Rover Range Rover Sport', 'Land Rover', 'Range Rover Sport'],
  ['Mercedes-Benz C-Klasse', 'Mercedes-Benz', 'C-Klasse'],
  ['MINI One', 'MINI', 'One'],
  ['VW', 'VW', null],
  ['Land Rover', 'Land Rover', null],
  ['Andre biler', null, null],
  ['Andre', null, null],
])('the heading "%s" names the make %s and the model %s', (heading, make, model) => {
  expect(splitHeading(heading)).toEqual({ make, model });
});

it.each([
  ['a rate by the month, in a row of a search', { sales_form: 5 }, '/md.'],
  ['a rate by the month, on its own page', { sales_form: { id: 5 } }, '/md.'],
  ['a price', { sales_form: 1 }, ''],
  ['a price without tax, by its class', { registration_class: { id: 8 } }, ' ekskl. moms'],
  [
    'a price without tax, by its words',
    { registration_class: { value: 'Varebil ekskl. moms' } },
    ' ekskl. moms',
  ],
  ['a rate without tax', { sales_form: 5, registration_class: { id: 8 } }, '/md. ekskl. moms'],
  ['nothing', {}, ''],
])('say that an ad asks %s', (_, ad, words) => {
  expect(priceWords(ad)).toBe(words);
});

const host = 'https://images.dbastatic.dk';
const path = '/dynamic/960w/item/12345/abcdefgh-1.jpg';
const demoOrigin = 'http://127.0.0.1:4802';

test.each([
  ['Solgt', 'sold'],
  [' SOLGT ', 'sold'],
  ['Inaktiv', 'hidden'],
  ['Næsten solgt', null],
  ['Solgt som beset', null],
  ['Nyhed', null],
])('the badge "%s" says %s', (words, said) => {
  expect(availabilityIn(words)).toBe(said);
});

describe('the address of a photo on DBA', () => {
  it.each([
    [true, `${host}${path}`],
    [true, `${host}:443${path}`],
    [true, `${host}${path}?w=1`],
    [false, `http://images.dbastatic.dk${path}`],
    [false, `${host}:8443${path}`],
    [false, `https://images.dbastatic.dk.example${path}`],
    [false, `https://me@images.dbastatic.dk${path}`],
    [false, `https://:secret@images.dbastatic.dk${path}`],
    [false, `${host}/dynamic/960w/item/12345/short.j`],
    [false, `${host}/dynamic/960w/12345/abcdefgh-1.jpg`],
    [false, `${host}${path}?${'x'.repeat(1000)}`],
    [false, 'no address'],
    [false, `${demoOrigin}${path}`],
  ])('may be fetched is %s of %s', (isPhoto, address) => {
    expect(dba.isPhotoAddress(address, {})).toBe(isPhoto);
  });

  it('may be that of the demo where there is one', () => {
    expect(dba.isPhotoAddress(`${demoOrigin}${path}`, { demoOrigin })).toBe(true);
    expect(dba.isPhotoAddress(`http://127.0.0.1:4803${path}`, { demoOrigin })).toBe(false);
    expect(dba.isPhotoAddress(`${demoOrigin}/else`, { demoOrigin })).toBe(false);
  });
});

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
