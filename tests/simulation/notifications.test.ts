import { afterEach, describe, expect, it } from 'vitest';
import { lockedOffer } from '#core/alerts/alert-words.ts';
import { type PaymentState, planFromStripe } from '#core/payments/stripe.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { carIdOf, storeCar, storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { hasAlerts: true });
const person = await loadPeople();
const searches = await loadSearches(world);
const routes = {
  ...(await import('#functions/alerts/api.ts')),
  ...(await import('#functions/cars/api.ts')),
};
const { ad, search } = world.marketplace;
const { settle } = world;
afterEach(() => searches.endAll());

const told = (id: string, query = {}) => person(id).told(query);
/** Premium, with the notification of it deleted. */
async function premium(id: string): Promise<void> {
  await storePlan(id, { type: 'lifetime' });
  await settle();
  for (const each of await told(id))
    await callRoute(routes.deleteNotificationRoute, {
      as: id,
      params: { id: each.id },
      body: { userId: id },
    });
}
/** A car whose price makes it an amazing deal among its like: rated as stored. */
const amazing = (id: string, priceDkk = 60_000) =>
  makeCar({ id, priceDkk, rating: { ...makeCar().rating, deal: 'amazing', reason: 'rated' } });

describe('new cars of an automated search', () => {
  it('few new cars are reported at once to premium users, one by one', async () => {
    await premium('anna');
    const link = search('few', [[ad(), ad({ title: '2020 Volvo V60', price: null })]]);
    await searches.follow('anna', link);
    await searches.passHour();
    expect(await told('anna')).toMatchObject([
      { kind: 'new_cars', type: 'new_cars', is_read: false },
      { kind: 'new_cars', type: 'new_cars', is_read: false },
    ]);
    const volvo = (await told('anna')).find(({ title }) => title.includes('Volvo'));
    expect(volvo).toMatchObject({
      title: 'New car: 2020 Volvo V60',
      message: 'Price: see the ad. Found by your search “few, Odense”. 2019 · 111.000 km · Odense.',
      path: `/car/${volvo!.car_id}`,
    });
    expect(await told('anna', { language: 'da' })).toMatchObject([
      { title: expect.stringMatching(/^Ny bil: /) },
      { title: expect.stringMatching(/^Ny bil: /) },
    ]);
  });

  it('new cars are reported on the free plan with the next hour', async () => {
    const link = search('free', [[ad()]]);
    await searches.follow('carl', link);
    await searches.passHour();
    expect(await told('carl')).toEqual([]);
    world.advance(3_600_000 - (Date.now() % 3_600_000));
    await settle();
    expect(await told('carl')).toHaveLength(1);
  });

  it('new cars are reported once, even if messages are repeated or the notification is deleted', async () => {
    await premium('dora');
    const link = search('once', [[ad()]]);
    await searches.follow('dora', link);
    await searches.passHour();
    const [one] = await told('dora');
    const found = world.events.filter((event) => event['detail-type'] === 'cars.discovered').at(-1)!;
    const again = () => world.queues.send('notify', { body: JSON.stringify(found) });
    await callRoute(routes.deleteNotificationRoute, {
      as: 'dora',
      params: { id: one!.id },
      query: { userId: 'dora' },
    });
    again();
    again();
    await settle();
    await searches.passHour();
    expect(await told('dora')).toEqual([]);
  });

  it('new cars are not reported after a cancellation, nor for a muted search', async () => {
    const cancelled = search('cancelled', [[ad()]]);
    const { id } = await searches.follow('erik', cancelled);
    await premium('freja');
    const muted = await searches.follow('freja', search('muted', [[ad()]]));
    const settings = await callRoute<{ settings: object }>(routes.changeNotificationSettingsRoute, {
      as: 'freja',
      body: {
        ...(await import('#core/alerts/settings.ts')).defaultSettings,
        muted_searches: [muted.id],
      },
    });
    expect(settings.status).toBe(200);
    await searches.passHour();
    await searches.cancel('erik', id);
    world.advance(3_600_000);
    await settle();
    expect(await told('erik')).toEqual([]);
    expect(await told('freja')).toEqual([]);
  });
});

describe('an amazing deal', () => {
  it('an amazing deal is reported without facts on the free plan, with a link to the upgrade', async () => {
    await storeCar(amazing('amazingcara', 51_234));
    for (const id of ['gert', 'hans'])
      await callRoute(routes.starCarRoute, { as: id, params: { id: 'amazingcara' } });
    await premium('hans');
    world.queues.send('notify', {
      body: JSON.stringify({ 'detail-type': 'deal.found', detail: { carId: 'amazingcara' } }),
    });
    await settle();
    world.advance(3_600_000);
    await settle();
    const [free] = await told('gert');
    expect(free).toMatchObject({ type: 'amazing_deal', car_id: null, path: lockedOffer });
    const car = makeCar();
    for (const fact of ['amazingcara', '51,234', '51.234', car.make!, car.model!, car.title])
      expect(JSON.stringify(free)).not.toContain(fact);
    expect(await told('hans')).toMatchObject([
      { title: expect.stringContaining(car.title), car_id: 'amazingcara' },
    ]);
  });

  it('a locked car stays hidden in notifications from before it was amazing or before premium ended', async () => {
    const { storedAs } = { storedAs: 'amazingcarb' };
    await storeCar(amazing(storedAs));
    await callRoute(routes.starCarRoute, { as: 'inga', params: { id: storedAs } });
    await premium('inga');
    world.queues.send('notify', {
      body: JSON.stringify({
        'detail-type': 'price.dropped',
        detail: { carId: storedAs, fromDkk: 90_000, toDkk: 60_000 },
      }),
    });
    await settle();
    expect(await told('inga')).toMatchObject([{ kind: 'price_drop', car_id: storedAs }]);
    await storePlan('inga', { type: 'free' });
    expect(await told('inga', { type: 'system' })).toMatchObject([
      { kind: 'price_drop', car_id: null, path: lockedOffer },
    ]);
  });
});

describe('a starred car', () => {
  it('a starred car is reported once for each lower price and when it is gone', async () => {
    await premium('jens');
    const listing = ad({ price: { amount: 149_900, currency: 'DKK' } });
    const link = search('starred', [[listing]]);
    await searches.follow('kaja', link);
    await searches.passHour();
    await callRoute(routes.starCarRoute, { as: 'jens', params: { id: listing.id } });
    search('starred', [[{ ...listing, price: { amount: 139_900, currency: 'DKK' } }]]);
    await searches.passHour();
    await searches.passHour();
    expect(await told('jens')).toMatchObject([
      {
        kind: 'price_drop',
        type: 'system',
        message: expect.stringMatching(
          /^Now 139\.900 kr\. – 10\.000 kr\. less than before \(149\.900 kr\.\)\./,
        ),
        car_id: await carIdOf(listing.id),
      },
    ]);
    search('starred', [[{ ...listing, price: { amount: 139_900, currency: 'DKK' }, availability: 'sold' }]]);
    await searches.passHour();
    expect((await told('jens'))[0]).toMatchObject({ kind: 'car_gone', title: `Sold: ${listing.title}` });
  });
});

describe('a search of one’s own', () => {
  it('an automated search reports that it is paused and that its week is over', async () => {
    const link = search('sorry', [], { failure: refusal('checkpoint') });
    await searches.follow('lars', link);
    for (let hour = 0; hour < 10; hour++) await searches.passHour();
    expect(await told('lars')).toMatchObject([
      {
        kind: 'search_paused',
        type: 'system',
        message: expect.stringContaining('The marketplace asked for a security check'),
      },
    ]);
    const week = search('week', []);
    await searches.follow('mona', week);
    world.advance(6 * 86_400_000);
    for (let hour = 0; hour < 3; hour++) await searches.passHour();
    await settle();
    expect(await told('mona')).toMatchObject([
      { kind: 'search_ending', path: expect.stringMatching(/^\/extend\?token=/) },
    ]);
    world.advance(86_400_000);
    await searches.passHour();
    await settle();
    expect((await told('mona')).map(({ kind }) => kind)).toEqual(['search_expired', 'search_ending']);
  });
});

describe('a plan', () => {
  const bought = (payment: PaymentState) =>
    planFromStripe({
      subscriptions: [],
      purchases: [
        { id: 'cs_1', product: 'lifetime', paidAt: '2026-11-20T08:00:00.000Z', paymentId: 'pi_1', payment },
      ],
    });

  it('a purchase is reported once for each change of its state', async () => {
    for (const [n, payment] of (['stands', 'disputed', 'won', 'disputed', 'lost'] as const).entries()) {
      await storePlan('pia', bought(payment), n + 1);
      await settle();
      world.advance(1000);
    }
    expect((await told('pia')).map(({ title }) => title).toReversed()).toEqual([
      'Premium is active',
      'Payment disputed: Lifetime Deal Hunter',
      'Lifetime Deal Hunter is back',
      'Payment disputed: Lifetime Deal Hunter',
      'Dispute decided: Lifetime Deal Hunter',
    ]);
  });

  it('a repeated event of a plan is not reported again', async () => {
    await storePlan('per', bought('stands'), 1);
    await settle();
    const events = world.events.filter(({ detail }) => (detail as { ownerId?: string }).ownerId === 'per');
    for (const event of [...events, ...events]) world.queues.send('notify', { body: JSON.stringify(event) });
    await settle();
    expect(await told('per')).toHaveLength(1);
  });
});

describe('the inbox', () => {
  it('the inbox lists what was missed since an instant', async () => {
    await premium('nina');
    await searches.follow('nina', search('inbox', [[ad()]]));
    await searches.passHour();
    const since = new Date(Date.now() + 1).toISOString();
    expect(await told('nina', { since })).toEqual([]);
    expect(await told('nina', { since: '2026-11-21T08:00:00.000Z' })).toHaveLength(1);
  });
});

describe('the end of a search', () => {
  it('the end of a search is reported although its link was paused and is no longer visited', async () => {
    const href = search('paused-to-the-end', [], { failure: refusal('login_wall') });
    await searches.follow('polly', href);
    for (let hour = 0; hour < 12; hour++) await searches.passHour();
    expect(await searches.searchesOf('polly')).toMatchObject([{ status: 'paused' }]);
    world.advance(7 * 86_400_000);
    await searches.passHour();
    await settle();
    expect((await told('polly')).map(({ kind }) => kind)).toEqual(['search_expired', 'search_paused']);
    expect(await searches.searchesOf('polly')).toMatchObject([{ status: 'expired' }]);
  });
});
