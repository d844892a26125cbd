import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payCheckout } from 'local-stripe/tests/support/stripe-target.ts';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import type { CallResponse } from '#core/contract/table.ts';
import {
  controlOf,
  type StartBilfundOptions,
  type StartedBilfund,
  startBilfund,
} from '#tests/support/start-bilfund.ts';

export type Product = StartedBilfund & { dataFolder: string; remove(): Promise<void> };

/** How long one file's test may take to fill the world that the others copy. */
const seedingMs = 240_000;

/**
 * Fills a new data folder with the demo's rated cars. Rating them takes longer than most tests, so a run of many files
 * (tests/support/seeded-world.ts names the folder) does it once, in its first file that needs them, and copies.
 */
async function copySeededWorld(dataFolder: string): Promise<void> {
  const world = process.env.BILFUND_SEEDED_WORLD;
  if (!world) return;
  const isMine = await mkdir(`${world}/filling`).then(
    () => true,
    () => false,
  );
  if (isMine) {
    await rememberPorts(join(world, 'data'));
    const started = await startBilfund({ port: 0, dataFolder: join(world, 'data') });
    await started.close();
    await writeFile(join(world, 'filled'), '');
  } else await eventually('the demo’s cars', async () => existsSync(join(world, 'filled')), seedingMs);
  await cp(join(world, 'data'), dataFolder, { recursive: true });
}

/** Files run side by side: marketplace and shop must find their own addresses free again when their product starts again. */
async function rememberPorts(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const port = 20_000 + 2 * (process.pid % 6_000);
  await writeFile(join(dataFolder, 'marketplace-port'), String(port));
  await writeFile(join(dataFolder, 'stripe-port'), String(port + 1));
}

/** The whole product in a folder of its own on a free port. `remove` ends it and takes the folder away. */
export async function startProduct(options: Partial<StartBilfundOptions> = {}): Promise<Product> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'bilfund-product-')));
  const isFilled = !options.empty && options.demo !== false;
  if (!options.dataFolder) {
    if (isFilled) await copySeededWorld(dataFolder);
    await rememberPorts(dataFolder);
  }
  const started = await startBilfund({ port: 0, ...options, dataFolder });
  return {
    ...started,
    dataFolder,
    async remove() {
      await started.close();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A product that is running: its address, and what its control page does. */
export type RunningProduct = Pick<Product, 'url' | 'control'>;

/**
 * The run's one product with the demo's cars, for tests that change nothing that other readers see: not the stock, the clock
 * or the faults. Each brings its own accounts. It ends with the run (tests/support/seeded-world.ts).
 */
export async function sharedProduct(): Promise<RunningProduct> {
  const answer = await fetch(process.env.BILFUND_SHARED_PRODUCT!);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The product that tests share did not start: ${text}`);
  return { url: text, control: controlOf(text) };
}

/** Looks until `look` gives something or time is up; what is waited for goes into the error. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > until) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

let addresses = 0;
/** An address that nobody has yet: a test that is tried again signs up as somebody else. */
export const newEmail = (name: string): string => `${name}-${++addresses}@example.dk`;

/** The newest code mailed to an address. */
export function mailedCode(product: Pick<Product, 'control'>, email: string): Promise<string> {
  return eventually(`a mail to ${email}`, async () => {
    const mail = (await product.control.mails()).findLast((each) => each.to === email);
    return mail?.code;
  });
}

export type Answer<T = Record<string, unknown>> = { status: number; body: T };

/** A person who uses the API directly. */
export class Person {
  readonly url: string;
  readonly email: string;
  token = '';
  id = '';

  constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
  }

  async ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as T };
  }

  async usage(): Promise<CallResponse<'GET /api/payments/usage'>> {
    return (await this.ask<CallResponse<'GET /api/payments/usage'>>('GET', '/api/payments/usage')).body;
  }

  /** The import's end. */
  async importEnd(jobId: string, withinMs = 170_000): Promise<ScrapeStatusWire> {
    return eventually(
      `the end of import ${jobId}`,
      async () => {
        const { body } = await this.ask<{ status: ScrapeStatusWire | null }>('GET', '/api/scrape-status');
        const status = body.status;
        return status?.jobId === jobId && ['completed', 'failed'].includes(status.status) ? status : null;
      },
      withinMs,
    );
  }
}

export const password = 'hemmelig-kode';

/** Signs a person up, confirms the mailed code, signs in. */
export async function signUp(product: Pick<Product, 'control' | 'url'>, email: string): Promise<Person> {
  const person = new Person(product.url, email);
  await person.ask('POST', '/api/auth/sign-up', { email, password });
  const code = await mailedCode(product, email);
  await person.ask('POST', '/api/auth/confirm', { email, code });
  return signIn(person);
}

/** Buys a plan at the local Stripe, and waits until the product has heard of it. */
export async function buyPremium(person: Person, planType = 'lifetime'): Promise<void> {
  const checkout = await person.ask<{ url: string }>('POST', '/api/payments/create-subscription-checkout', {
    planType,
  });
  await payCheckout(checkout.body.url);
  await eventually('the plan that was bought', async () => {
    const { body } = await person.ask<{ hasPremium: boolean }>('GET', '/api/payments/check-premium');
    return body.hasPremium;
  });
}

export async function signIn(person: Person): Promise<Person> {
  type Session = { accessToken: string; user: { id: string } };
  const { status, body } = await person.ask<Session>('POST', '/api/auth/sign-in', {
    email: person.email,
    password,
  });
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  person.token = body.accessToken;
  person.id = body.user.id;
  return person;
}

export type DemoLink = {
  url: string;
  title: string;
  kind: 'search' | 'unkind' | 'failure' | 'dba';
  failureClass?: string;
  expectedCars?: number;
};

/** A search of a few cars: reading the photos of one takes a core some two seconds. */
export async function smallSearch(url: string): Promise<string> {
  const links = await demoLinks(url);
  return `${links.find((link) => link.url.includes('make=Ford'))!.url}&maxPrice=30000`;
}

export async function demoLinks(url: string): Promise<DemoLink[]> {
  const about = (await (await fetch(`${url}/api/about`)).json()) as { demo: { links: DemoLink[] } | null };
  if (!about.demo) throw new Error('This installation has no demo marketplace.');
  return about.demo.links;
}
