import { describe, expect, it, test } from 'vitest';
import { anonymous } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { wireCar, wireCarDetail } from '#core/cars/wire.ts';
import { searchedTexts } from '#core/catalog/card-rules.ts';
import { boundListing } from '#core/imports/listings.ts';
import { nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplaces/ad/text.ts';
import { carHead, sharePictureOf } from '#core/pages/car-page.ts';
import { readPlain } from '#core/plates/plate.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import { makeCar, makeListing } from '#tests/support/make-car.ts';
import { listingOf } from '#tests/support/score-ads.ts';

const marks = { isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' };
const confirmed = 'AB12345';

/** Everything that the server sends about a car to readers who are not signed in, as one text. */
function outward(car: ReturnType<typeof makeCar>): string {
  const card = toCard(car);
  return JSON.stringify([
    wireCar(card, anonymous, marks),
    wireCarDetail(car, anonymous, marks, []),
    carHead(car, 'da', 'https://bilfund.test'),
    carHead(car, 'en', 'https://bilfund.test'),
    sharePictureOf(car, 'da'),
    searchedTexts(card).open,
  ]);
}

const bare = (text: string) =>
  readPlain(text)
    .plain.toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** The confirmed plate and another one, in each notation of the attack. */
const writings = [
  'AB 12 345',
  'ab12345',
  'AB-12-345',
  'ＡＢ１２３４５',
  'АВ 12 345',
  'cd67890',
  'CD-67-890',
  'CD 67 890',
];

test.each(writings)(
  'hides %j from readers who are not signed in, whichever text of the car contains it',
  (written) => {
    const words = `Golf ${written} Highline`;
    const car = makeCar({
      plate: confirmed,
      title: words,
      description: `${words}\n${words} ${written}`,
      make: `VW ${written}`,
      model: words,
      variant: words,
      city: `Odense ${written}`,
      color: `Blå ${written}`,
      facts: [{ kind: 'model_differs', ad: words, register: 'Polo', date: null }],
    });
    const text = bare(outward(car));
    for (const plate of [confirmed, 'CD67890']) expect(text).not.toContain(plate);
    expect(text).toContain('GOLF');
  },
);

describe('texts that are cut', () => {
  const filler = (length: number) =>
    'Velholdt bil. '
      .repeat(500)
      .slice(0, length - 1)
      .concat(' ');

  it.each(['AB 12 345', 'ab12345', 'Ａ\u0301Ｂ１２３４５'])(
    'no part of a plate is searchable, wherever the text is cut: %j',
    (written) => {
      for (let before = 392 - written.length; before <= 400; before++) {
        const description = `${filler(before)}${written} km 187.000 og mere`;
        const { open } = searchedTexts(toCard(makeCar({ plate: null, description })));
        expect(bare(open), String(before)).not.toMatch(/AB1/);
        expect(open).toContain('velholdt');
      }
    },
  );

  it('a cut before the end of a plate removes the whole plate, in every source of an ad', () => {
    const title = `${filler(193)}AB 12 345`;
    expect(cleanLine(title)).toBe(filler(193).trim());
    expect(boundListing(makeListing({ title })).title).toBe(filler(193));
    const description = `${filler(5_993)}AB 12 345`;
    expect(cleanParagraphs(description)).not.toMatch(/AB/);
    expect(boundListing(makeListing({ description })).description).not.toMatch(/AB/);
  });
});

it('hides a plate at the end of a title whatever the next field begins with', () => {
  const card = toCard(makeCar({ plate: null, title: 'Golf AB 12 345', make: 'KR' }));
  expect(bare(searchedTexts(card).open)).not.toContain('AB12345');
});

it.each([
  [confirmed, 'A B 1 2 3 4 5'],
  ['MINBIL', 'minbil'],
])('hides the confirmed plate %s in the town and colour of a public page', (plate, written) => {
  const car = makeCar({ plate, city: `Odense ${written}`, color: `Blå ${written}` });
  expect(outward(car)).toContain('Odense');
  expect(bare(outward(car))).not.toContain(plate);
  expect(toCard(makeCar({ plate: 'ODENSE', city: 'Odense' })).city).toBe('Odense');
});

it('removes plates from make, model and variant for signed-in readers too', () => {
  const card = toCard(
    makeCar({
      plate: confirmed,
      model: 'Golf AB12345',
      variant: '1.6 TDI Highline AB 12 345',
      city: 'Odense',
    }),
  );
  expect(card).toMatchObject({ model: 'Golf', variant: '1.6 TDI Highline', city: 'Odense' });
});

it('the title for sharing contains no plates, whoever shares it', () => {
  const car = makeCar({
    plate: confirmed,
    title: 'VW Golf AB 12 345',
    rating: { ...makeCar().rating, deal: 'fair' },
  });
  const viewer = { id: 'somebody', isPremium: true, seesEstimates: true };
  const wire = wireCarDetail(car, viewer, marks, []);
  expect(wire).toMatchObject({ title: 'VW Golf AB 12 345', share_title: hidePlates(car.title, confirmed) });
});

it('reads make, model, variant and town of an ad without the plates in them', () => {
  const listing = listingOf('VW Golf 1.6 TDI Highline AB 12 345', 'Nysynet, ab12345.', {
    city: 'Odense AB-12-345',
  });
  expect(listing).toMatchObject({
    make: 'Volkswagen',
    model: 'Golf',
    city: 'Odense',
    plateInText: confirmed,
  });
  expect(listing.variant).toBe('1.6 TDI Highline');
});

const chassis = 'WVWZZZ1KZ8W123456';

test.each([
  chassis,
  chassis.toLowerCase(),
  `Stelnr. (VIN): ${chassis}`,
  'Stelnummer WVW ZZZ 1KZ 8W 123456',
  'WVWZZZ-1KZ-8W123456',
  'Stelnr.: 1234567A',
  'VIN: 94512388',
])('hides the chassis number in %j from readers who are not signed in', (written) => {
  const words = `Golf ${written} Highline`;
  const listing = listingOf(words, words, {
    city: 'Odense',
    said: { ...nothingSaid, specifications: [`Sælger: ${written}`] },
  });
  const car = makeCar({
    ...{ plate: confirmed, title: words, description: `${words}\n${words}`, variant: words },
    ...{ city: `Odense ${written}`, equipment: [...listing.specifications, `Ring: ${written}`] },
  });
  const number = bare(/[\dA-Z]*\d[\dA-Z -]*$/i.exec(written)![0]).slice(-6);
  expect(bare(outward(car))).not.toContain(number);
  expect(bare(JSON.stringify([listing.variant, listing.specifications]))).not.toContain(number);
});

it('hides a personal plate in the equipment from readers who are not signed in', () => {
  const car = makeCar({ plate: 'MINBIL1', equipment: ['Nummerplade MINBIL1 følger med'] });
  expect(outward(car)).not.toContain('MINBIL1');
});
