import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { WireOutlook } from '#core/contract/routes/car-parts.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import UnratedOutlook from '../../../web/src/cars/unrated-outlook.tsx';
import { sampleDetail } from '../support/sample-car.ts';

const seen: WireOutlook['seen'][number] = {
  ...{
    id: 'other',
    title: 'Skoda Citigo',
    price: 61_000,
    year: 2014,
    mileage: 120_000,
    model: 'Citigo',
    fuel: 'petrol',
  },
  ...{ gone_after_days: 12, is_age_known: true, last_seen: null },
};
const rough = { low: 45_650, high: 98_210, is_rough: true };
const known: WireOutlook = {
  ...{ seen: [seen], missing: 3, is_counted: true, range: rough, range_state: 'known' },
};
const onUpgrade = vi.fn();

function open(outlook: WireOutlook, car: Partial<WireCarDetail> = {}, language: 'en' | 'da' = 'en') {
  stubService({
    'GET /api/cars/42/outlook': { body: outlook },
    'GET /api/cars': {
      body: {
        fuels: [
          { name: 'petrol', count: 4 },
          { name: 'electric', count: 7 },
        ],
      },
    },
  });
  const shown = sampleDetail({
    ...{ id: '42', deal: 'no_estimate', deal_reason: 'few_comparables', fuel: 'petrol' },
    ...{ brand: 'Škoda', model: 'Citigo', isStarred: false, is_private: false },
    ...car,
  });
  renderApp(<UnratedOutlook car={shown} onUpgrade={onUpgrade} />, { language });
}

it('names which cars of the model were seen, how many are missing, and a rough range that is no rating', async () => {
  open(known);
  expect(
    await screen.findByText('Cars like it from 2019 may be on sale for between 45.000 kr. and 99.000 kr.'),
  ).toBeDefined();
  expect(screen.getByText(/from the few cars that were seen, and no rating/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Skoda Citigo' }).getAttribute('href')).toBe('/car/other');
  expect(
    screen.getByText(/usually takes 5 cars of the model, this one counted;.* 3 more to go\./),
  ).toBeDefined();
  expect(screen.getByText('no longer for sale')).toBeDefined();
});

it.each([
  ['en', 'Cars like it from 2019, the ad’s year, may be on sale for between 45.000 kr. and 99.000 kr.'],
  [
    'da',
    'Lignende biler fra 2019, som er annoncens årgang, udbydes måske til mellem 45.000 kr. og 99.000 kr.',
  ],
] as const)(
  'says in %s that the range is for the ad’s year where the register names another',
  async (language, text) => {
    open(known, { facts: [{ kind: 'year_differs', ad: '2019', register: '2016', date: null }] }, language);
    expect(await screen.findByText(text)).toBeDefined();
  },
);

it('does not promise a rating after some more cars to an ad without a price', async () => {
  open(known, { deal_reason: 'placeholder_price' });
  expect(await screen.findByText(/usually takes 5 cars of the model/)).toBeDefined();
  expect(screen.queryByText(/more to go/)).toBeNull();
});

it('says that no other car of the model was seen to who may know their number', async () => {
  open({ seen: [], missing: 4, is_counted: true, range: null, range_state: 'unknown' });
  expect(
    await screen.findByRole('heading', { name: 'No other car of the model to compare it with' }),
  ).toBeDefined();
  expect(screen.getByText(/ 4 more to go\./)).toBeDefined();
});

it.each([
  ['en', '1 other car of the model that you can see'],
  ['da', '1 anden bil af modellen, som du kan se'],
] as const)(
  'tells a reader who does not see locked cars how many can be seen (%s)',
  async (language, words) => {
    open({ ...known, missing: null }, {}, language);
    expect(await screen.findByRole('heading', { name: words })).toBeDefined();
  },
);

it('leads to the same model with another engine, and not to its own', async () => {
  open(known);
  const link = await screen.findByRole('link', { name: 'Electric' });
  expect(link.getAttribute('href')).toBe('/?brand=%C5%A0koda&model=Citigo&fuel=electric');
  expect(screen.queryByRole('link', { name: 'Petrol' })).toBeNull();
});

it('offers the range to who may not see it', async () => {
  open({ ...known, missing: null, range: null, range_state: 'locked' });
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  expect(onUpgrade).toHaveBeenCalledWith('unlock_price');
  expect(screen.queryByText(/to go/)).toBeNull();
  // Who is not told how many are missing still subtracts.
  expect(screen.getByText(/usually takes 5 cars of the model, this one counted/)).toBeDefined();
});

it('names the fuel of the cars of the model, which count whatever theirs is, and not this one where it is not counted', async () => {
  open({ ...known, is_counted: false }, { fuel: 'diesel' });
  expect(await screen.findByText('2014 · 120.000 km · Petrol')).toBeDefined();
  expect(screen.queryByText(/this one counted/)).toBeNull();
});

it('gives the range of an ad without a price as such, in Danish too', async () => {
  const range = { low: 80_040, high: 100_060, is_rough: false };
  open({ ...known, seen: [], range }, { deal_reason: 'no_price' }, 'da');
  expect(
    await screen.findByText('Lignende biler fra 2019 udbydes som regel til mellem 80.000 kr. og 100.100 kr.'),
  ).toBeDefined();
  // A price comes from the seller and not with more cars.
  expect(screen.queryByRole('button', { name: 'Giv besked, når den kan vurderes' })).toBeNull();
});

it.each<[Partial<WireCarDetail>, number]>([
  [{ isStarred: false }, 1],
  [{ isStarred: true }, 0],
  // Nobody rates a car of one's own again.
  [{ is_private: true }, 0],
])('offers to tell when it can be rated: %o', async (car, count) => {
  open(known, car);
  await screen.findByText(/may be on sale/);
  expect(screen.queryAllByRole('button', { name: 'Tell me when it can be rated' })).toHaveLength(count);
  expect(screen.queryAllByText(/because you starred it/)).toHaveLength(car.isStarred ? 1 : 0);
});
