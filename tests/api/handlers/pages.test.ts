import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Car } from '#core/car/car.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { storeCar } from '#tests/support/stored-car.ts';

const origin = 'https://bilfund.example';
const shell =
  '<!doctype html><html lang="en"><head><!--page--><title>Own</title><!--/page--></head><body><div id="root"></div></body></html>';
const secret = 'Bentley Continental';
const cars: Car[] = [
  makeCar({ id: '1', title: 'Octavia AB 12 345', plate: 'AB12345' }),
  makeCar({ id: '2', title: secret, rating: makeRating({ deal: 'amazing' }) }),
  makeCar({ id: '3', title: secret, availability: 'gone' }),
  makeCar({ id: 'p-4', title: secret, ownerId: 'owner' }),
  makeCar({ id: '5', title: secret, flags: ['wanted'] }),
];

let world: PipelineWorld;
const routes: Record<string, unknown> = {};
const open = (id: string, call: RouteCall = {}) => callRoute<string>(routes.car, { params: { id }, ...call });

beforeAll(async () => {
  world = await startPipelineWorld();
  world.objects.createBucket('app');
  await world.objects.put('app', 'index.html', Buffer.from(shell), {});
  Object.assign(process.env, { APP_BUCKET: 'app', PUBLIC_ORIGIN: origin });
  routes.car = (await import('#functions/api/pages/show-car-page.ts')).handler;
  for (const car of cars) await storeCar(car);
});
afterAll(() => world.close());

describe('GET /car/{id}', () => {
  it('is the app’s page with the head of an open car, kept for a minute', async () => {
    const { status, body, headers } = await open('1');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('<title>Octavia •••••••, 149.900 kr. | Bilfund</title>');
    expect(body).toContain(`<link rel="canonical" href="${origin}/car/1">`);
    expect(body).toContain('<div id="root"></div>');
    expect(body).not.toMatch(/AB ?12 ?345/);
  });

  it('speaks the language that the address asks for', async () => {
    const { body } = await open('1', { query: { lang: 'da' } });
    expect(body).toContain('<html lang="da">');
    expect(body).toContain('Manuelt gear');
    expect((await open('1', { query: { lang: '"><script>' } })).body).toContain('<html lang="en">');
  });

  it.each([
    ['a locked car', '2', 200],
    ['a car that is gone', '3', 200],
    ['a car of somebody’s own', 'p-4', 200],
    ['an id like that of somebody’s own', 'p-999', 200],
    ['an ad that offers no car', '5', 200],
    ['an unknown car', '999', 404],
    ['no id at all', '<script>', 404],
  ])('of %s says nothing, and asks not to be kept by search engines', async (_what, id, expected) => {
    const { status, body, headers } = await open(id);
    expect(status).toBe(expected);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).toContain('<title>Bilfund</title>');
    expect(body).not.toMatch(/Bentley|149\.900|og:|ld\+json/);
  });

  it('is the same for a signed-in person, premium or owner: it may be kept for everybody', async () => {
    for (const id of ['2', 'p-4']) expect((await open(id, { as: 'owner' })).body).toBe((await open(id)).body);
  });

  it('gives people the app where the data cannot be reached, and keeps that nowhere', async () => {
    const table = process.env.TABLE_NAME;
    process.env.TABLE_NAME = 'no-such-table';
    const { status, body, headers } = await open('1');
    process.env.TABLE_NAME = table;
    expect(status).toBe(500);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('<div id="root"></div>');
  });
});
