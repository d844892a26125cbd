import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { type Buyers, createBuyers, startShopWorld } from '#tests/support/shop-world.ts';

let person: Awaited<ReturnType<Buyers['subscribed']>>;
let events: string[];

const world = await startShopWorld();
const buyers = createBuyers(world);
beforeAll(async () => {
  person = await buyers.subscribed();
  const [payment] = (await world.client.paymentIntents.list()).data;
  await world.refund(payment!.id, 100);
  await (await world.dispute(payment!.id))('won');
  await person.cancel();
  await world.settled();
  events = [...new Set(world.heard)];
});
afterAll(() => world.close());

const post = (payload: string) => world.post(payload, { 'stripe-signature': world.sign(payload) });

describe('a signed text that is no event is refused and not an error of ours', () => {
  const event = { id: 'evt_odd', object: 'event', type: 'invoice.paid', data: { object: {} } };
  it.each([
    ['null', null],
    ['a list', []],
    ['a text', 'event'],
    ['no id', { ...event, id: undefined }],
    ['an id that is none', { ...event, id: '../x' }],
    ['no type', { ...event, type: undefined }],
    ['a type that is no text', { ...event, type: 7 }],
    ['no data', { ...event, data: undefined }],
    ['data that are null', { ...event, data: null }],
    ['no object', { ...event, data: {} }],
    ['an object that is null', { ...event, data: { object: null } }],
    ['an object that is a text', { ...event, data: { object: 'in_1' } }],
  ])('a signed text that is not an event is refused with 400: %s', async (_what, value) => {
    expect(await post(JSON.stringify(value))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it.each([
    ['a customer that is a number', { customer: 7 }],
    ['a customer without an id', { customer: {} }],
    ['a customer whose id is empty', { customer: '' }],
    ['a customer whose id is longer than any', { customer: 'c'.repeat(3000) }],
    ['a payment that is a list', { payment_intent: ['pi_1'] }],
    ['a payment that leads elsewhere', { payment_intent: '../customers' }],
    ['a payment that Stripe does not know', { payment_intent: 'pi_of_nobody' }],
  ])('an event with %s is accepted and belongs to nobody', async (_what, object) => {
    const from = world.lines.length;
    const payload = JSON.stringify({ ...event, id: `evt_odd${from}`, data: { object } });
    expect(await post(payload)).toMatchObject({ status: 200, body: { received: true } });
    expect(world.lines.slice(from).join('\n')).toContain('of nobody');
  });
});

const strange = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  '../',
  '\u0000',
  '\ud800',
  '__proto__',
  [],
  {},
  [[]],
  { id: 7 },
];

type Json = Record<string, unknown>;

/** Changes one field somewhere in an event: another value, no value, or a stranger's name. */
function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) {
    if (typeof value === 'string' && random.chance(0.4)) return value.slice(0, random.whole(0, value.length));
    if (typeof value === 'string' && random.chance(0.3)) return value.repeat(random.whole(2, 200));
    return random.pick(strange);
  }
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Json;
  const names = Object.keys(copy);
  if (names.length === 0) return random.pick(strange);
  // What is read of an event lies in few of its hundreds of fields.
  const read = names.filter((name) => /^(id|type|data|object|customer|payment_intent)$/.test(name));
  const name = random.pick(read.length > 0 && random.chance(0.8) ? read : names);
  if (random.chance(0.1)) delete copy[name];
  else copy[name] = mutate(copy[name], random);
  return copy;
}

describe('an event that was changed anywhere, and signed', () => {
  const seed = Number(process.env.EVENT_SEED ?? 1);
  it(`a changed event is accepted or refused without a server error, and the plan stays right, seed ${seed}`, async () => {
    const random = createRandom('events', seed);
    expect(new Set(events.map((text) => (JSON.parse(text) as { type: string }).type)).size).toBeGreaterThan(
      8,
    );
    const odd: unknown[] = [];
    const seen = new Set<number>();
    for (let i = 0; i < 1000; i++) {
      let event: unknown = JSON.parse(random.pick(events));
      for (let n = random.whole(1, 3); n > 0; n--) event = mutate(event, random);
      const payload = JSON.stringify(event) ?? 'null';
      const { status } = await post(payload);
      seen.add(status);
      if (status !== 200 && status !== 400) odd.push([status, payload.slice(0, 300)]);
    }
    expect(odd).toEqual([]);
    expect([...seen].sort()).toEqual([200, 400]);
    await buyers.expectTrue(person);
  });
});
