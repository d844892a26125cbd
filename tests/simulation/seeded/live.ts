import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { comeToRest, queueNames } from './cloud.ts';
import type { Item } from './expressions.ts';
import { watchInvariants } from './invariants.ts';
import { createMarket } from './market.ts';
import { createPeople } from './people.ts';
import { startWorld, type World } from './world.ts';

/*
 * One seed's life, in a process of its own: `node live.ts SEED STEPS [thrice]`. Prints one line of JSON: the seed, the digest of all
 * that happened and of the table at the end, and what did not hold.
 */
export type Lived = {
  seed: number;
  steps: number;
  ms: number;
  /** Items of the table at the end. */
  items: number;
  /** How often people did what, by the first digit of the answer's status: "import 2xx". */
  deeds: Record<string, number>;
  /** What the queues brought: messages in all, those that nobody can read, and those of them that died of it. */
  delivered: { messages: number; poison: number; deadPoison: number };
  trace: string;
  violations: string[];
};

const minuteMs = 60_000;

/** What the table holds, in an order of its own. */
function digestOf(items: readonly Item[]): string {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, field: unknown) => {
      if (field instanceof Set) return [...field].sort();
      const isPlain = field !== null && typeof field === 'object' && !Array.isArray(field);
      return isPlain ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1))) : field;
    });
  return items.map(text).sort().join('\n');
}

/** What happens next: mostly somebody does something or a message arrives; sometimes time passes. */
async function step(world: World, act: () => Promise<string>, turn: () => void): Promise<string> {
  const { chance } = world;
  world.machine.advance(chance.whole(2000));
  if (chance.is(0.2)) {
    const things = Array.from({ length: 2 + chance.whole(3) }, () => oneThing(world, act, turn));
    return (await Promise.all(things)).join(', ');
  }
  return chance.is(0.1) ? passTime(world) : oneThing(world, act, turn);
}

async function passTime(world: World): Promise<string> {
  const { chance } = world;
  const ms = chance.is(0.06) ? chance.whole(150) * minuteMs : chance.whole(2 * minuteMs);
  await world.pass(ms);
  return `passed ${ms}`;
}

async function oneThing(world: World, act: () => Promise<string>, turn: () => void): Promise<string> {
  const { chance } = world;
  const die = chance.next();
  if (die < 0.4) return act();
  if (die < 0.72) {
    const waiting = queueNames.filter((name) => world.cloud.queues[name].length > 0);
    if (waiting.length === 0) return 'no message';
    const queue = chance.pick(waiting);
    const isPair = chance.is(0.15);
    const counts = await Promise.all([
      world.deliver(queue),
      ...(isPair ? [world.deliver(chance.pick(waiting))] : []),
    ]);
    return `${queue} ${counts}`;
  }
  if (die < 0.82) return `published ${await world.publishSome()}`;
  if (die < 0.9) return `stripe ${await world.hearStripe()}`;
  if (die < 0.93) {
    turn();
    return 'market';
  }
  if (die < 0.94)
    return `expired ${world.cloud.table.expire(Math.floor(world.now() / 1000) - 3600 * chance.whole(48))}`;
  if (die < 0.96) {
    // Browsers go without a word.
    const sockets = [...world.cloud.sockets.keys()];
    if (sockets.length > 0) world.cloud.sockets.delete(chance.pick(sockets));
    return 'a socket is gone';
  }
  await world.strike('sweep');
  return 'swept';
}

async function live(seed: number, steps: number, isThrice: boolean): Promise<Lived> {
  const startedMs = performance.now();
  const world = await startWorld(seed);
  await world.storeCars();
  const invariants = watchInvariants(world);
  const market = createMarket(world, 4);
  const people = createPeople(world, market, invariants.read);
  const trace = createHash('sha256');
  if (isThrice) world.setCopies(3);
  else world.cloud.setFaults({ throttled: 0.01, lost: 0.004, killed: 0.003 });
  for (let n = 0; n < steps; n++) {
    // A third of the steps brings a message.
    if (isThrice && world.chance.is(0.01)) world.poisonQueue();
    trace.update(`${n} ${world.now()} ${await step(world, people.act, market.turn)}\n`);
  }
  const { deeds } = people;
  await comeToRest(world);
  await invariants.checkEnd(people);
  const items = world.cloud.table.all();
  trace.update(digestOf(items));
  const violations = [...invariants.violations];
  const ms = Math.round(performance.now() - startedMs);
  return {
    seed,
    steps,
    ms,
    items: items.length,
    deeds,
    delivered: world.delivered,
    trace: trace.digest('hex'),
    violations,
  };
}

const [seed, steps] = process.argv.slice(2, 4).map(Number);
// The functions' own log would be longer than what is to be said.
process.stdout.write = () => true;
const lived = await live(seed!, steps!, process.argv[4] === 'thrice');
writeSync(1, `${JSON.stringify(lived)}\n`);
process.exit(0);
