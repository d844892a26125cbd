import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import type { CallResponse } from '#core/contract/table.ts';
import type { ExampleStatus } from '#core/imports/example-import.ts';

type Mail = { to: string; code?: string };

const password = 'optagelse-af-en-import';
const testCard = { number: '4242424242424242', expiry: '12 / 34', securityCode: '123', name: 'Kim Holm' };

/** A Premium member of a running installation who uses its API as a browser does. */
export class Member {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** Throws with the service's message when it refuses. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Signs up, enters the mailed code, signs in and buys Premium in the embedded shop. */
  async join(email: string): Promise<void> {
    await this.ask('POST', '/api/auth/sign-up', { email, password });
    const code = await until('the mailed code', async () => {
      const mails = await this.ask<Mail[]>('GET', '/_local/mail');
      return mails.findLast((mail) => mail.to === email)?.code;
    });
    await this.ask('POST', '/api/auth/confirm', { email, code });
    const session = await this.ask<{ accessToken: string }>('POST', '/api/auth/sign-in', { email, password });
    this.#token = session.accessToken;
    const { url } = await this.ask<{ url: string }>(
      'POST',
      '/api/payments/create-microtransaction-checkout',
      { transactionType: 'deal_finder_boost' },
    );
    const form = new URLSearchParams({ action: 'pay', email, ...testCard });
    await fetch(url, { method: 'POST', redirect: 'manual', body: form });
    await until('Premium', async () => {
      type Access = CallResponse<'GET /api/payments/check-premium'>;
      return (await this.ask<Access>('GET', '/api/payments/check-premium')).hasPremium;
    });
  }
}

const patienceMs = 30_000;

async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}.`);
    await pause(100);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** More often than a browser with an open live feed gets news. */
const lookEveryMs = 100;

export type Watched = { statuses: ExampleStatus[]; cars: { atMs: number; car: WireCar }[] };

const isSame = (a: ExampleStatus | undefined, b: Omit<ExampleStatus, 'atMs'>) =>
  a?.status === b.status &&
  a.percent === b.percent &&
  a.carsFound === b.carsFound &&
  a.carsDone === b.carsDone;

async function untilTrue(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(lookEveryMs);
}

/** Imports a link and records what a browser would show and when: each change of the status, each car of the list. */
export async function watchImport(member: Member, link: string): Promise<Watched> {
  const { jobId } = await member.ask<{ jobId: string }>('POST', '/scrape', { url: link });
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const statuses: ExampleStatus[] = [];
  const cars = new Map<string, Watched['cars'][number]>();
  const lookAtStatus = async (): Promise<boolean> => {
    const { status: wire } = await member.ask<{ status: ScrapeStatusWire }>('GET', '/api/scrape-status');
    if (wire.failure !== null) throw new Error(`The import ended with "${wire.failure}".`);
    const { status, percent, carsFound, carsDone } = wire;
    const shown = { status, percent, carsFound, carsDone };
    if (!isSame(statuses.at(-1), shown)) statuses.push({ atMs: elapsedMs(), ...shown });
    return status === 'completed';
  };
  const lookAtList = async (): Promise<boolean> => {
    const list = await member.ask<CarListWire>('GET', `/api/cars?import=${jobId}&sort=scraped_desc`);
    const atMs = elapsedMs();
    // The list has the newest first: of several new cars the oldest is recorded first.
    for (const car of list.cars.toReversed()) {
      if (car.locked) throw new Error('A member with Premium sees every car.');
      cars.set(car.id, { atMs: cars.get(car.id)?.atMs ?? atMs, car });
    }
    const last = statuses.at(-1);
    return last?.status === 'completed' && list.totalCount === last.carsDone;
  };
  await Promise.all([untilTrue(lookAtStatus), untilTrue(lookAtList)]);
  return { statuses, cars: [...cars.values()] };
}
