/**
 * Asks a deployed product as a person would: `node import-through.ts '<JSON>'` signs up or in, imports a search where one is
 * given, and prints what it found as JSON. It asks by the site's address (front.ts).
 */
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';

export type Given = {
  /** The site's address. */
  site: string;
  email: string;
  password: string;
  code: string;
  isNew: boolean;
  /** A search to import. */
  search?: string;
};
export type Found = { cars: number; imported: ScrapeStatusWire | null };

const importSeconds = 300;
const given = JSON.parse(process.argv[2] ?? '{}') as Given;

let token = '';

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(given.site + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

async function importEnd(jobId: string): Promise<ScrapeStatusWire> {
  const until = Date.now() + importSeconds * 1000;
  for (;;) {
    const { status } = await ask<{ status: ScrapeStatusWire | null }>('GET', '/api/scrape-status');
    if (status?.jobId === jobId && ['completed', 'failed'].includes(status.status)) return status;
    if (Date.now() > until) throw new Error(`The import has not ended: ${JSON.stringify(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const { email, password, code } = given;
if (given.isNew) {
  await ask('POST', '/api/auth/sign-up', { email, password });
  await ask('POST', '/api/auth/confirm', { email, code });
}
const session = await ask<{ accessToken: string; user: { id: string } }>('POST', '/api/auth/sign-in', {
  email,
  password,
});
token = session.accessToken;
let imported: ScrapeStatusWire | null = null;
if (given.search !== undefined) {
  const { jobId } = await ask<{ jobId: string }>('POST', '/scrape', { url: given.search });
  imported = await importEnd(jobId);
}
const { totalCount } = await ask<{ totalCount: number }>('GET', '/api/cars?view=discovered');
const found: Found = { cars: totalCount, imported };
console.info(JSON.stringify(found));
