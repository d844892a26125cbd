import { Agent, request } from 'node:http';
import type { Random } from '#demo/cars/random.ts';
import { carIdOf } from './seed.ts';

export type Visitor = { token: string; id: string } | null;
export type Asked = { kind: string; ms: number; status: number };

const words = ['golf', 'octavia', 'skoda', 'træk', 'diesel', 'aut', 'combi', 'volvo v60', 'polo', 'nysynet'];
const makes = ['Volkswagen', 'Škoda', 'Toyota', 'Ford', 'Peugeot'];
const sorts = ['price_asc', 'price_desc', 'mileage_asc', 'year_desc', 'scraped_desc'];

function listPath(random: Random): string {
  const query = new URLSearchParams({ sort: random.pick(sorts), page: String(random.whole(1, 5)) });
  if (random.chance(0.3)) query.set('q', random.pick(words));
  if (random.chance(0.3)) query.set('brand', random.pick(makes));
  if (random.chance(0.3)) query.set('maxPrice', String(random.whole(5, 40) * 10_000));
  if (random.chance(0.2)) query.set('minYear', String(random.whole(2005, 2020)));
  if (random.chance(0.1)) query.set('fuel', 'electric');
  return `/api/cars?${query}`;
}

/** What a visitor asks for next: lists most, then cars, then what is new for them. */
function nextRequest(random: Random, visitor: Visitor, cars: number): { kind: string; path: string } {
  const die = random.next();
  if (die < 0.6) return { kind: 'list', path: listPath(random) };
  if (die < 0.9 || !visitor) return { kind: 'car', path: `/api/cars/${carIdOf(random.whole(0, cars - 1))}` };
  return { kind: 'notifications', path: `/api/notifications/${visitor.id}?pageSize=10` };
}

function ask(url: string, agent: Agent, path: string, visitor: Visitor): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'br, gzip',
      ...(visitor && { authorization: `Bearer ${visitor.token}` }),
    };
    request(`${url}${path}`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

export type LoadOptions = {
  url: string;
  cars: number;
  connections: number;
  seconds: number;
  /** Requests a second over all connections; null: each connection asks again as soon as it has its answer. */
  rate: number | null;
  visitors: readonly Visitor[];
  random: Random;
};

/** So many connections that ask one thing after the other. Requests that break off count as status 0. */
export async function runLoad(options: LoadOptions): Promise<Asked[]> {
  const { url, cars, connections, seconds, rate, visitors, random } = options;
  const asked: Asked[] = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const pauseMs = rate === null ? 0 : (connections / rate) * 1000;
  async function connection(n: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const visitor = visitors[n % visitors.length]!;
    let dueMs = startMs + pauseMs * random.next();
    while (dueMs < endMs && performance.now() < endMs) {
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const { kind, path } = nextRequest(random, visitor, cars);
      const sentMs = performance.now();
      const status = await ask(url, agent, path, visitor).catch(() => 0);
      asked.push({ kind, ms: performance.now() - sentMs, status });
      dueMs = Math.max(dueMs + pauseMs, performance.now());
    }
    agent.destroy();
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => connection(n)));
  return asked;
}
