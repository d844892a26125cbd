import { focusManager, onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar, sampleDetail } from '#tests/web/support/sample-car.ts';
import { createQueryClient } from '../../../web/src/api/queries.ts';
import { CarPage } from '../../../web/src/cars/car-page.tsx';
import { CarActionsContext } from '../../../web/src/cars/use-marks.ts';
import { en } from '../../../web/src/i18n/en.ts';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../web/src/save-file.ts', () => ({ saveFile: saved }));

beforeEach(signIn);
afterEach(() => {
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const actions = {
  addToList: vi.fn(),
  toggleCompare: vi.fn(),
  hide: vi.fn(),
  showKeys: vi.fn(),
  comparedIds: ['42'],
};

const figures = { pool: 17, least_pool: 60, is_lent: false, fitted_on: null, all: null, rows: [] };

function open(car: Partial<WireCarDetail>, language: 'en' | 'da' = 'en') {
  const requests = stubService({
    'GET /api/rating-figures': { body: figures },
    'GET /api/cars/42': { body: sampleDetail(car) },
    'GET /api/cars/42/similar': { body: { cars: [sampleCar({ id: '7', title: 'Octavia like it' })] } },
    'PUT /api/stars/42': { body: { ok: true } },
  });
  renderApp(
    <CarActionsContext value={actions}>
      <CarPage id="42" isSignedIn seesEstimates={false} onUpgrade={vi.fn()} />
    </CarActionsContext>,
    { language },
  );
  return requests;
}

const history = [
  { at: '2026-11-01T10:00:00Z', price: 130_000 },
  { at: '2026-11-10T10:00:00Z', price: 118_000 },
];

describe('the page of a car without a connection', () => {
  it.each(['the browser says so', 'nobody looks at the window'])(
    'the car page reports a missing connection and stops waiting: %s',
    async (how) => {
      const isSeen = how === 'the browser says so';
      onlineManager.setOnline(!isSeen);
      focusManager.setFocused(isSeen);
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
      renderApp(<CarPage id="42" isSignedIn={false} seesEstimates={false} onUpgrade={vi.fn()} />, {
        client: createQueryClient(),
      });
      expect((await screen.findByRole('alert')).textContent).toContain(en.failures.offline);
      expect(screen.queryByText('Loading car details...')).toBeNull();
      expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    },
  );
});

describe('the page of a car', () => {
  it('the car page shows similar cars and every former price', async () => {
    open({ price_history: history });
    await screen.findByRole('heading', { name: 'More cars of this make' });
    await screen.findByRole('link', { name: 'Octavia like it' });
    const prices = screen.getByRole('heading', { name: 'Price history' }).closest('section')!;
    expect(
      within(prices)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual(['November 10, 202612.000 kr. less118.000 kr.', 'November 1, 2026130.000 kr.']);
    expect(screen.queryByText(/no longer for sale/)).toBeNull();
  });

  it.each([
    ['en', 'Price history', 'Save as a spreadsheet (CSV)', 'First seen;Price (DKK);Change (DKK)'],
    ['da', 'Prishistorik', 'Gem som regneark (CSV)', 'Set første gang;Pris (kr.);Ændring (kr.)'],
  ] as const)('the former prices are saved as a spreadsheet (%s)', async (language, heading, save, head) => {
    open({ price_history: history }, language);
    const prices = (await screen.findByRole('heading', { name: heading })).closest('section')!;
    fireEvent.click(within(prices).getByRole('button', { name: save }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(saved.mock.lastCall![0]).toBe(`\uFEFF${head}\n2026-11-10;118000;-12000\n2026-11-01;130000;0\n`);
  });

  it.each([
    ['mistyped', [309_000, 30_900], null, ['30.900 kr.', '309.000 kr.']],
    ['a placeholder', [999_999, 74_000], null, ['74.000 kr.', '999.999 kr.']],
    [
      'a placeholder for a while',
      [100_000, 1, 95_000],
      5_000,
      ['5.000 kr. less95.000 kr.', '1 kr.', '100.000 kr.'],
    ],
  ] as const)('a price that was %s is listed as no reduction', async (_, prices, drop, told) => {
    const days = prices.map((price, place) => ({ at: `2026-11-0${place + 1}T10:00:00Z`, price }));
    const last = days.at(-1)!;
    open({
      price: last.price,
      price_history: days,
      price_drop: drop === null ? null : { at: last.at, amount: drop },
    });
    const heading = await screen.findByRole('heading', { name: 'Price history' });
    const steps = within(heading.closest('section')!).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent!.replace(/^\w+ \d+, \d{4}/, ''))).toEqual(told);
  });

  it.each([
    ['en', 'Also for sale at', 'DBA84.000 kr., 4.000 kr. more', 'Open on Facebook Marketplace'],
    ['da', 'Også til salg på', 'DBA84.000 kr., 4.000 kr. mere', 'Åbn på Facebook Marketplace'],
  ] as const)(
    'the car page lists the car’s other ads with price and link (%s)',
    async (language, heading, row, link) => {
      const address = 'https://www.dba.dk/mobility/item/31004711';
      const also_at = [
        { source: 'dba' as const, item_url: address, price: 84_000, availability: 'live' as const },
        { source: 'dba' as const, item_url: 'javascript:alert(1)', price: 1, availability: 'live' as const },
      ];
      open({ price: 80_000, also_at }, language);
      const offers = (await screen.findByRole('heading', { name: heading })).parentElement!;
      expect(
        within(offers)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual([row]);
      expect(within(offers).getByRole('link').getAttribute('href')).toBe(address);
      expect(screen.getAllByRole('link', { name: link }).length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['en', 'seen since November 3, 2026, first at 89.000 kr.', 'Listed againonce', 'Price history'],
    ['da', 'set siden 3. november 2026, først til 89.000 kr.', 'Sat til salg igenén gang', 'Prishistorik'],
  ] as const)(
    'the car page shows when each ad was first seen, its prices and how often the car was relisted (%s)',
    async (language, past, again, heading) => {
      const other = 'https://www.facebook.com/marketplace/item/2/';
      const also_at = [
        { source: 'facebook' as const, item_url: other, price: 84_000, availability: 'live' as const },
      ];
      const ads = [
        {
          ...{ source: 'facebook' as const, item_url: other, first_seen: '2026-11-03T10:00:00Z' },
          price_history: [
            { at: '2026-11-03T10:00:00Z', price: 89_000 },
            { at: '2026-11-12T10:00:00Z', price: 84_000 },
          ],
        },
        {
          ...{ source: 'facebook' as const, item_url: 'https://www.facebook.com/marketplace/item/1/' },
          first_seen: '2026-11-08T10:00:00Z',
          price_history: [{ at: '2026-11-08T10:00:00Z', price: 80_000 }],
        },
      ];
      open({ price: 80_000, also_at, ads, times_reposted: 1, first_seen: '2026-11-03T10:00:00Z' }, language);
      expect(await screen.findByText(past)).toBeTruthy();
      expect(document.body.textContent).toContain(again);
      const prices = (await screen.findByRole('heading', { name: heading })).closest('section')!;
      // Each ad's own steps, the newest first: that one asks less than another one did is no price that fell.
      expect(within(prices).getAllByRole('listitem')).toHaveLength(3);
      expect(within(prices).getAllByText(/5\.000 kr\./)).toHaveLength(1);
    },
  );

  it.each([
    ['a typing error', 890_000],
    ['a placeholder', 123_456],
  ])('the car page tells no first price of another ad that was %s', async (_, first) => {
    const item_url = 'https://www.facebook.com/marketplace/item/2/';
    const ad = { source: 'facebook' as const, item_url };
    const price_history = [
      { at: '2026-11-03T10:00:00Z', price: first },
      { at: '2026-11-12T10:00:00Z', price: 84_000 },
    ];
    open({
      also_at: [{ ...ad, price: 84_000, availability: 'live' }],
      ads: [{ ...ad, first_seen: '2026-11-03T10:00:00Z', price_history }],
    });
    expect(await screen.findByText('seen since November 3, 2026')).toBeTruthy();
  });

  it.each([
    ['en', '43 more cars and rating begins.'],
    ['da', 'Der mangler 43 biler, før vi kan vurdere.'],
  ] as const)(
    'the car page says how many cars are missing before rating begins (%s)',
    async (language, sentence) => {
      open({ deal: 'no_estimate', deal_reason: 'small_pool', why: null }, language);
      expect(await screen.findByText(sentence)).toBeTruthy();
    },
  );

  it.each([
    [false, 'The more cars are on the list, the sooner this one is rated too.'],
    [true, 'it is rated again only when you send it again.'],
  ])(
    'the car page says when a car will be rated once there are more cars (own car: %s)',
    async (isOwn, end) => {
      open({ deal: 'no_estimate', deal_reason: 'small_pool', why: null, is_private: isOwn });
      expect(await screen.findByText((text) => text.endsWith(end))).toBeTruthy();
    },
  );

  it('the car page mentions no missing cars if another reason prevents the rating', async () => {
    open({ deal: 'no_estimate', deal_reason: 'no_price', why: null });
    const link = await screen.findByRole('link', { name: 'How we rate, and how often we are wrong' });
    expect(link.getAttribute('href')).toBe('/how-we-rate');
    expect(screen.queryByText(/more cars and rating begins/)).toBeNull();
  });

  it.each([
    ['amazing', 128_000, 'A close call: from 129.600 kr. upwards it would be rated fair.'],
    ['fair', 129_550, 'A close call: only a price below 129.500 kr. can be amazing.'],
    ['fair', 131_000, 'A close call: only a price below 129.500 kr. can be amazing.'],
    ['fair', 162_000, 'A close call: above 163.800 kr. it would be rated poor.'],
    ['poor', 165_000, 'A close call: from 163.700 kr. downwards it would be rated fair.'],
  ] as const)(
    'the car page names the border that a price of a car called %s is close to: %i',
    async (deal, price, words) => {
      open({ deal, price });
      expect(await screen.findByText(words)).toBeTruthy();
    },
  );

  it.each([
    ['imported', { cautions: ['imported'] }],
    ['deregistered', { facts: [{ kind: 'deregistered', ad: null, register: null, date: null }] }],
  ] satisfies [string, Partial<WireCarDetail>][])(
    'the car page names the border of poor, but not that of amazing, for a car that is %s',
    async (_, doubt) => {
      open({ deal: 'fair', price: 131_000, ...doubt });
      await screen.findByText(/How we rate, and/);
      expect(screen.queryByText(/close call/)).toBeNull();
      cleanup();
      open({ deal: 'fair', price: 162_000, ...doubt });
      expect(await screen.findByText(/close call: above 163.800 kr./)).toBeTruthy();
    },
  );

  it('the car page does not mention distant thresholds', async () => {
    open({ deal: 'fair', price: 148_000 });
    await screen.findByText(/How we rate, and/);
    expect(screen.queryByText(/close call/)).toBeNull();
  });

  it('a car that was last read the evening before is told with that day, as its card tells it', async () => {
    const eleven = new Date(Date.now() - 11 * 3_600_000).toISOString();
    open({ scraped_time: eleven, unseen_days: 0 });
    expect((await screen.findByText('Last read')).nextElementSibling?.textContent).toBe('11h ago');
    cleanup();
    open({ scraped_time: '2026-11-19T20:00:00Z', unseen_days: 1 });
    expect((await screen.findByText('Last read')).nextElementSibling?.textContent).toBe('November 19, 2026');
  });

  it('a sold car shows when that was seen, and still its prices and similar cars', async () => {
    open({ availability: 'sold', price_history: history, scraped_time: '2026-11-19T10:00:00Z' }, 'da');
    // After a week the row "Last read" says the same day.
    const said = (await screen.findByText('Bilen er solgt')).parentElement!;
    expect(within(said).getByText(/19\. november 2026/)).toBeTruthy();
    await screen.findByRole('heading', { name: 'Flere biler af samme mærke' });
    expect(screen.getByRole('heading', { name: 'Prishistorik' })).toBeTruthy();
  });

  it('an overdue inspection is shown once with its due date', async () => {
    const day = '2026-10-10';
    open({ facts: [{ kind: 'inspection_overdue', ad: null, register: day, date: day }] });
    expect(await screen.findAllByText(/October 10, 2026/)).toHaveLength(1);
    screen.getByText(/^It was due by October 10, 2026\./);
  });

  it('a leasing offer is told without the cost of owning the car', async () => {
    const title = { name: 'What it costs to own' };
    open({ deal: 'fair' });
    await screen.findByRole('heading', title);
    cleanup();
    open({ deal: 'no_estimate', deal_reason: 'leasing' });
    await screen.findByRole('heading', { name: 'Car Specifications' });
    expect(screen.queryByRole('heading', title)).toBeNull();
  });

  it('the car page says when the register read the mileage', async () => {
    const reading = { ad: '90 000 km', register: '200 000 km', date: '2025-03-01' };
    open({ facts: [{ kind: 'mileage_below_inspection', ...reading }] });
    await screen.findByText(/Inspection report: 200 000 km \(March 1, 2025\)\./);
  });

  it('a car whose ad is gone has no link to the ad', async () => {
    open({ availability: 'gone' });
    await screen.findByText('This car is no longer on the marketplace');
    expect(screen.queryByRole('link', { name: /Open on Facebook Marketplace/ })).toBeNull();
  });

  it.each([
    [{ availability: 'unseen', unseen_days: 34 }, 'Not seen since November 19, 2026'],
    [{ availability: 'live', unseen_days: 17 }, 'last seen 17 days ago, may be sold'],
  ] as const)(
    'the car page links to an ad that was not seen again and says since when: %j',
    async (seen, title) => {
      open({ ...seen, scraped_time: '2026-11-19T10:00:00Z' });
      const [heading] = await screen.findAllByText(title);
      expect(heading!.parentElement!.textContent).toContain('We have not found its ad since then');
      expect(screen.getAllByRole('link', { name: /Open on Facebook Marketplace/ }).length).toBeGreaterThan(0);
      expect(screen.queryByText(/no longer on the marketplace/)).toBeNull();
    },
  );

  it('the keys star, list and compare the car from anywhere on the car page', async () => {
    const requests = open({});
    await screen.findByText('Car Specifications');
    fireEvent.keyDown(document.body, { key: 'l' });
    expect(actions.addToList).toHaveBeenCalledWith(expect.objectContaining({ id: '42' }));
    fireEvent.keyDown(document.body, { key: 'c' });
    expect(actions.toggleCompare).toHaveBeenCalledWith(expect.objectContaining({ id: '42' }));
    expect(screen.getByRole('button', { name: 'Compare' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.keyDown(document.body, { key: 's' });
    await vi.waitFor(() => expect(requests.map(({ key }) => key)).toContain('PUT /api/stars/42'));
    expect(screen.getByRole('button', { name: 'Starred' }).getAttribute('aria-pressed')).toBe('true');
  });

  // docs/spec.md, section 2.
  it('the car page says that a car does not exist and links back', async () => {
    stubService({ 'GET /api/cars/42': { status: 404, body: { error: 'Not found', code: 'not_found' } } });
    renderApp(<CarPage id="42" isSignedIn seesEstimates onUpgrade={vi.fn()} />);
    await screen.findByRole('heading', { level: 2, name: 'Car Not Found' });
    expect(screen.getByText("The car you're looking for doesn't exist.")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Cars' }).getAttribute('href')).toBe('/');
  });

  function openLocked(fields: object) {
    const requests = stubService({
      'GET /api/cars/42': { body: { id: '42', deal: 'amazing', locked: true, ...fields } },
      'DELETE /api/stars/42': { body: { ok: true } },
    });
    renderApp(<CarPage id="42" isSignedIn seesEstimates={false} onUpgrade={vi.fn()} />);
    return requests;
  }

  it('the page of a locked car shows no fact of it and lets the reader remove the star', async () => {
    const requests = openLocked({ isStarred: true });
    await screen.findByRole('heading', { name: 'This is an amazing deal' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove the star' }));
    await vi.waitFor(() => expect(requests.map(({ key }) => key)).toContain('DELETE /api/stars/42'));
  });

  it.each([
    [
      { asked: ['debt', 'status'] },
      /We asked registers about 2 of 10 things: nothing to warn of – we did not ask about theft/,
    ],
    [
      { asked: ['debt'], findings: [{ in: 'story', kind: 'faults' }] },
      /We asked registers about 1 of 10 things: nothing else to warn of/,
    ],
    [{}, /No register has answered about this car/],
  ])('the page of a locked car tells what registers were asked about: %j', async (fields, words) => {
    openLocked(fields);
    await screen.findByText(words);
  });

  it.each([
    ['unseen', /may be sold/],
    ['sold', 'This car is sold'],
    ['gone', 'This car is no longer on the marketplace'],
  ] as const)(
    'the page of a locked car says before anybody pays that it may not be for sale: %s',
    async (no_offer, words) => {
      openLocked({ no_offer });
      await screen.findByText(words);
    },
  );

  it('the page of a locked car tells what weakens its rating and what is not judged', async () => {
    openLocked({ rated_despite: 'most_corrected' });
    await screen.findByText(/The comparison is rough: the prices of most of the cars/);
    expect(screen.getByText(/condition is not judged/)).toBeTruthy();
  });

  it('the page of a locked car without a star does not mention stars', async () => {
    openLocked({});
    await screen.findByRole('heading', { name: 'This is an amazing deal' });
    expect(screen.queryByText(/You starred this car/)).toBeNull();
  });
});

describe('the order of a car’s page', () => {
  const headings = () => screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));

  it('a car on its way has a heading and says that it is busy', () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    renderApp(<CarPage id="42" isSignedIn seesEstimates onUpgrade={vi.fn()} />);
    const heading = screen.getByRole('heading', { level: 1, name: 'Loading car details...' });
    expect(heading.closest('[aria-busy=true]')).toBeTruthy();
  });

  it('the car page tells the ad, then what to look out for, the evidence, the registers, the cost and the specifications', async () => {
    open({ description: 'Pæn bil.', koeretoej_udstyr_samling: ['ABS'] });
    await screen.findByRole('heading', { name: 'What it costs to own' });
    await screen.findByRole('heading', { name: 'Before you buy' });
    await screen.findByRole('heading', { name: 'More cars of this make' });
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(sections).toEqual([
      'Vehicle Information',
      'Description',
      'Equipment & Features',
      'Before you buy',
      'Why this rating',
      'The life of this car',
      'What it costs to own',
      'Car Specifications',
      'More cars of this make',
    ]);
    const levels = headings();
    expect(levels[0]).toBe(1);
    // No level is left out on the way down.
    for (const [place, level] of levels.entries())
      expect(level - (levels[place - 1] ?? 0), `heading ${place}`).toBeLessThanOrEqual(1);
  });

  it('the car page states the plate, the market value and a lowered price once', async () => {
    open({ price_history: history, plate: 'CX41287' });
    await screen.findByRole('heading', { name: 'Car Specifications' });
    expect(screen.getAllByText(/CX.?41.?287/, { ignore: '[aria-hidden]' })).toHaveLength(1);
    expect(screen.getAllByText('Market Value')).toHaveLength(1);
    expect(screen.getAllByText(/130\.000 kr\./)).toHaveLength(1);
  });
});

it('the page of a car that is rated by its ad alone says so, and looks again until its photos were searched', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const story = { asked: [], events: [] };
  const car: Partial<WireCarDetail> = { register_state: 'unread', story, facts: [] };
  open(car);
  await screen.findByText(/^Rated by the ad alone so far/);
  stubService({ 'GET /api/cars/42': { body: sampleDetail({ ...car, register_state: 'no_plate' }) } });
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText(/^No number plate could be read/);
  expect(screen.queryByText(/^Rated by the ad alone so far/)).toBeNull();
});
