import { spawnSync } from 'node:child_process';
import { tools } from '#core/contract/mcp-tools.ts';
import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import { type Product, signUp, startProduct } from '#tests/support/product.ts';
import { type Acknowledgement, type Judge, Unable, without } from './judge.ts';

const conformance = '@modelcontextprotocol/conformance@0.1.16';
const inspector = '@modelcontextprotocol/inspector@2.12.0';

const acknowledgements: readonly Acknowledgement[] = [
  {
    finding: /^(?:tools-call-|resources-(?:read|templates)-|elicitation-)/,
    because: 'Asks for a tool or resource of the suite’s own example server, by its name.',
  },
  {
    finding: /^(?:prompts-|completion-|logging-|resources-(?:un)?subscribe)/,
    because: 'Of a capability that the server does not declare: it has neither prompts nor sessions.',
  },
];

function npx(...args: string[]): { stdout: string; status: number | null } {
  return spawnSync('npx', ['-y', ...args], { encoding: 'utf8', timeout: 240_000, maxBuffer: 2 ** 26 });
}

/** The scenarios of the suite: those that passed, and those that did not. */
function runScenarios(url: string): { passed: string[]; failed: string[] } {
  const { stdout } = npx(conformance, 'server', '--url', `${url}/mcp`);
  const results = [...stdout.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed/gm)];
  if (results.length === 0) throw new Unable(`npx cannot run ${conformance}.`);
  const named = (mark: string) => results.filter(([, is]) => is === mark).map(([, , name]) => name!);
  return { passed: named('✓'), failed: named('✗') };
}

async function ownerOfToken(product: Product): Promise<{ token: string; cars: WireCar[] }> {
  const person = await signUp(product, 'assistant@example.dk');
  const body = { name: 'judge', scopes: ['read', 'follow', 'write'], days: 1 };
  const { token } = (await person.ask<{ token: string }>('POST', '/api/tokens', body)).body;
  const { cars } = (await person.ask<CarListWire>('GET', '/api/cars')).body;
  return { token, cars: cars.filter((car): car is WireCar => !car.locked) };
}

/** The tools that the inspector did not list, or to whose call it got no answer. */
async function inspectTools(product: Product): Promise<string[]> {
  const { token, cars } = await ownerOfToken(product);
  const { id, price } = cars[0]!;
  const calls: Record<keyof typeof tools, string[]> = {
    search_cars: ['brand=Skoda', 'maxPrice=90000'],
    get_car: [`id=${id}`],
    explain_rating: [`id=${id}`],
    compare_cars: [`ids=${JSON.stringify([id, cars[1]!.id])}`],
    check_price: [`plate=${cars.find(({ plate }) => plate)!.plate}`, `price=${price}`],
    list_searches: [],
    follow_search: ['filters={"brand":"Skoda","maxPrice":90000}'],
    my_hunt: [],
  };
  const inspect = (...args: string[]) => {
    const header = ['--header', `Authorization: Bearer ${token}`];
    const server = [`${product.url}/mcp`, '--transport', 'http', ...header];
    return npx(inspector, '--cli', ...server, '--method', ...args).stdout;
  };
  const listed = inspect('tools/list');
  return Object.entries(calls).flatMap(([name, args]) => {
    if (!listed.includes(`"name": "${name}"`)) return [`the inspector does not list ${name}`];
    const values = args.flatMap((each) => ['--tool-arg', each]);
    const told = inspect('tools/call', '--tool-name', name, ...values);
    const isAnswered = told.includes('"structuredContent"') && !told.includes('"isError": true');
    return isAnswered ? [] : [`the inspector calls ${name}: ${told.slice(0, 300)}`];
  });
}

/** The protocol's own conformance suite and its inspector, against the running product. */
export const mcp: Judge = {
  name: 'mcp',
  async judge() {
    const product = await startProduct();
    try {
      const { passed, failed } = runScenarios(product.url);
      const uncalled = await inspectTools(product);
      return {
        checked: passed.length + failed.length + Object.keys(tools).length,
        ...without(acknowledgements, [...failed, ...uncalled]),
        says: `passed: ${passed.join(', ')}`,
      };
    } finally {
      await product.remove();
    }
  },
};
