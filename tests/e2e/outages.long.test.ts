import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AlarmState } from 'local-cloud/runner/alarms/alarms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitorRoutes } from '#lib/operations/doctor.ts';
import {
  demoLinks,
  eventually,
  newEmail,
  type Person,
  type Product,
  signUp,
  startProduct,
} from '#tests/support/product.ts';

let product: Product;
let person: Person;

beforeAll(async () => {
  product = await startProduct();
  person = await signUp(product, 'reader@example.dk');
});
afterAll(() => product?.remove());

const table: string[] = [];
const nameOf = (alarm: string) => `bilfund-dev-${alarm}`;

/** Alarms by their short names. */
async function alarmsNamed(names: readonly string[]): Promise<AlarmState[]> {
  const all = await product.control.alarms();
  return names.map((name) => all.find((alarm) => alarm.name === nameOf(name))!);
}

/** Alarms look once a minute: this many minutes after the outage all of them must sound. */
const minutes = 5;

/** Plays an outage until its alarms sound; then how long that took is written down, and the outage ends. */
async function outage(what: string, alarms: readonly string[], play: () => Promise<void>): Promise<void> {
  expect((await alarmsNamed(alarms)).map(({ condition }) => condition)).not.toContain('ALARM');
  const from = (await product.control.now()).getTime();
  await play();
  for (let minute = 0; minute < minutes; minute++) {
    const states = await alarmsNamed(alarms);
    if (states.every(({ condition }) => condition === 'ALARM')) break;
    await product.control.skip(60);
  }
  const sounding = await alarmsNamed(alarms);
  await product.control.clearFaults();
  for (const { name, text, since, value, threshold } of sounding)
    table.push(
      `${what}: ${name} after ${Math.round((Date.parse(since) - from) / 1000)} s (${value} of ${threshold}). ${text}`,
    );
  expect(sounding.map(({ condition }) => condition)).toEqual(alarms.map(() => 'ALARM'));
}

/** Asks one after the other; what is answered is no matter. */
async function repeatedly(times: number, ask: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < times; round++) await ask(round);
}

async function searches(): Promise<{ url: string; expectedCars: number }[]> {
  const links = await demoLinks(product.url);
  return links.flatMap(({ kind, url, expectedCars = 0 }) =>
    kind === 'search' ? [{ url, expectedCars }] : [],
  );
}

async function importOf(who: Person, url: string) {
  const { body } = await who.ask<{ jobId: string }>('POST', '/scrape', { url });
  return who.importEnd(body.jobId);
}

describe('an outage', { timeout: 400_000 }, () => {
  it('an outage of Stripe raises the alarm that nobody can buy', async () => {
    await outage('Stripe', ['payments-unavailable'], async () => {
      await product.control.addFault({ kind: 'error', rate: 1, service: 'stripe' });
      await repeatedly(3, () =>
        person.ask('POST', '/api/payments/create-subscription-checkout', { planType: 'premium_monthly' }),
      );
    });
  });

  it('an outage of table writes raises alarms for the table and for requests', async () => {
    await outage('The table’s writes', ['table-throttles', 'server-errors'], async () => {
      for (const operation of ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'])
        await product.control.addFault({ kind: 'throttle', rate: 1, service: 'dynamodb', operation });
      await repeatedly(16, (round) => person.ask('POST', '/api/lists', { name: `Liste ${round}` }));
    });
  });

  it('an outage of the marketplace raises the alarm that imports fail', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map((n) => signUp(product, newEmail(`reader-${n}`))));
    const links = await searches();
    await outage('The marketplace', ['marketplace-refuses'], async () => {
      await product.control.addFault({ kind: 'outage', of: 'marketplace' });
      const ends = await Promise.all(people.map((each, i) => importOf(each, links[i]!.url)));
      expect(ends.map(({ failure }) => failure)).toEqual(people.map(() => 'login_wall'));
    });
  });

  it('an outage of the vehicle register raises an alarm, and cars still appear', async () => {
    const enough = (await searches())
      .filter(({ expectedCars }) => expectedCars >= 14)
      .toSorted((a, b) => a.expectedCars - b.expectedCars)[0]!;
    await outage('The register', ['register-silent'], async () => {
      await product.control.addFault({ kind: 'outage', of: 'register' });
      const end = await importOf(person, enough.url);
      expect([end.status, end.failure]).toEqual(['completed', null]);
    });
  });

  it('an origin secret that only the API has raises an alarm that asks to deploy again', async () => {
    const secrets = JSON.parse(
      readFileSync(join(product.dataFolder, 'generated-secrets.json'), 'utf8'),
    ) as Record<string, string>;
    const name = Object.keys(secrets).find((key) => key.includes('OriginSecret'))!;
    await outage('The origin secret', ['origin-refused'], async () => {
      writeFileSync(join(product.dataFolder, 'secrets.json'), JSON.stringify({ [name]: 'x'.repeat(40) }));
      const paths = visitorRoutes.map(({ path }) => path);
      let refused = 0;
      // Functions that run keep the secret for some minutes; those that have not been asked before read the new one.
      await eventually('a hundred refused requests', async () => {
        const answers = await Promise.all(paths.map((path) => fetch(product.url + path)));
        refused += answers.filter(({ status }) => status === 403).length;
        return refused >= 100;
      });
    });
    writeFileSync(join(product.dataFolder, 'secrets.json'), '{}');
  });

  it('alarms end after the outages have ended', async () => {
    await product.control.skip(3700);
    const names = [
      'payments-unavailable',
      'table-throttles',
      'marketplace-refuses',
      'register-silent',
      'origin-refused',
    ];
    expect((await alarmsNamed(names)).map(({ condition }) => condition)).toEqual(names.map(() => 'OK'));
    console.info(`\n${table.join('\n')}`);
  });
});
