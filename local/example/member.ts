import type { CallResponse } from '#core/contract/table.ts';

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

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
