import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { createServer, connect as open, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { readCardQuery } from '#core/catalog/card-query.ts';
import { carQuery } from '#core/contract/routes/car-parts.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { cardOf, queriesOf, queryKinds } from '#tests/bench/list/measure.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { queryCards } from '#tests/support/query-cards.ts';
import { toWireQuery } from '#tests/support/wire-query.ts';
import { FunctionHost } from './function-host.ts';
import { premiumReader, type RestartStage } from './stage.ts';

type Question = { query: Record<string, string>; as?: string };

/** Of these the answer is another one as time goes by, whatever happens to the cars. */
const ofTheMoment = ['price dropped', 'days listed', 'new since', 'inspection'];

/** So many questions of every kind, half of them a visitor's and half a premium reader's. */
function questionsOf(perKind: number, cars: number): Question[] {
  return Object.keys(queryKinds)
    .filter((kind) => !ofTheMoment.includes(kind))
    .flatMap((kind) => queriesOf(kind, perKind, cars))
    .map((query, i) => ({ query: toWireQuery(query), ...(i % 2 === 1 && { as: premiumReader }) }));
}

const viewerOf = ({ as }: Question): Viewer =>
  as === undefined ? anonymous : { id: as, isPremium: true, seesEstimates: true };

/** What an answer says: its numbers, and the cars of its page that are open, in their order with their prices. */
function saidBy({ cars, catalogVersion, ...numbers }: CarListWire): string {
  const open = cars.flatMap((car) => (car.locked ? [] : [[car.id, car.price]]));
  return JSON.stringify([Object.entries(numbers).sort(([a], [b]) => (a < b ? -1 : 1)), open]);
}

/** What the plain filter says. */
function truth(question: Question, cards: readonly Card[]): string {
  const cardQuery = readCardQuery(carQuery.parse(question.query), new Date(), null);
  const { cards: page, lockedOnPage, ...numbers } = queryCards(cards, cardQuery, viewerOf(question));
  const open = page.map(({ id, priceDkk }) => [id, priceDkk]);
  return JSON.stringify([Object.entries(numbers).sort(([a], [b]) => (a < b ? -1 : 1)), open]);
}

/** How long the kernel counts before a share is used up, in microseconds: as functions are held to theirs. */
const periodUs = 20_000;

type Share = { prefix: readonly string[]; end(): void };

/**
 * Holds processes to a share of one processor, by a group of the kernel's. `prefix` is what begins a process in it.
 * @throws where this machine does not allow such groups
 */
function limitShare(share: number): Share {
  const folder = join('/sys/fs/cgroup/cpu', `bilfund-bench-${process.pid}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
  writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(periodUs * share)));
  const join_ = `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`;
  return {
    prefix: ['/bin/sh', '-c', join_, 'sh'],
    end: () => rmdirSync(folder),
  };
}

/** Lets bytes through as fast as all lines together may carry them. */
function slowed(take: (bytes: number) => Promise<void>): Transform {
  return new Transform({
    transform(part: Buffer, _, done) {
      take(part.length).then(() => done(null, part), done);
    },
  });
}

type Line = { origin: string; bytes(): number; close(): Promise<void> };

/** A line to the server at `origin` that carries so many bytes a second towards its clients, all connections together. */
async function slowLine(origin: string, bytesPerSecond: number): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const open_ = new Set<Socket>();
  let carried = 0;
  let freeAtMs = 0;
  const take = async (bytes: number) => {
    carried += bytes;
    const now = performance.now();
    freeAtMs = Math.max(freeAtMs, now) + (bytes / bytesPerSecond) * 1000;
    // Timers are no finer than a millisecond: some are let through early, and the next wait longer.
    if (freeAtMs - now > 2) await pause(freeAtMs - now);
  };
  const server = createServer((client) => {
    const behind = open({ host: hostname, port: Number(port) });
    for (const socket of [client, behind]) {
      open_.add(socket);
      socket.on('error', () => void [client.destroy(), behind.destroy()]);
      socket.on('close', () => open_.delete(socket));
    }
    client.pipe(behind);
    behind.pipe(slowed(take)).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    bytes: () => carried,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open_) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export type RestartOptions = {
  cars: number;
  times: number;
  /** Cars that change between two lives of the function. */
  changes: number;
  /** How long it is asked before it is killed, in milliseconds. */
  servedMs: number;
  /** Connections, each of which asks one thing after the other with a pause between. */
  connections: number;
  pauseMs: number;
  /** Different questions that are asked in each life. */
  questions: number;
  /** Of one processor; null: as much as there is. */
  share: number | null;
  bytesPerSecond: number;
};

type Asked = { life: number; question: Question; status: number; said: string | null; atMs: number };
export type RestartResult = {
  lives: number;
  answers: number;
  /** Answers of 500 and above, and those of them that came later than two seconds after the function was killed. */
  refused: number;
  refusedLate: number;
  /** Different questions of one life, each held against the plain filter once. */
  compared: number;
  wrong: string[];
  /** From the start of the process to the first answer, of each life, and what it took of the processor till then. */
  startMs: number[];
  startCpuMs: number[];
};

const graceMs = 2_000;

/** Kills and starts the list's function under requests, while cars change between its lives. */
export async function runRestarts(stage: RestartStage, options: RestartOptions): Promise<RestartResult> {
  const { cars, times, connections, pauseMs } = options;
  const share = options.share === null ? null : limitShare(options.share);
  const line = await slowLine(stage.s3, options.bytesPerSecond);
  const host = new FunctionHost(
    stage.bundleOf('list-cars'),
    { ...stage.env, AWS_ENDPOINT_URL_S3: line.origin },
    share?.prefix,
  );
  const questions = questionsOf(Math.ceil((times * options.questions) / 20), cars);
  const asked: Asked[] = [];
  const before = stage.changed();
  const changesOf: Map<string, Card | null>[] = [];
  const killedAtMs: number[] = [];
  const startMs: number[] = [];
  const startCpuMs: number[] = [];
  let isOver = false;
  let life = 0;
  let next = 0;
  /** Each life has some questions of its own, in turns. */
  const nextQuestion = () =>
    questions[(life * options.questions + (next++ % options.questions)) % questions.length]!;

  async function ask(question: Question): Promise<Asked> {
    let served = 0;
    const handler = async (event: unknown) => {
      const answered = await host.ask(event);
      served = answered.life;
      return answered.result;
    };
    const { status, body } = await callRoute<CarListWire>(handler, question);
    const said = status === 200 ? saidBy(body) : null;
    return { life: served, question, status, said, atMs: performance.now() };
  }
  async function connection(): Promise<void> {
    while (!isOver) {
      asked.push(await ask(nextQuestion()));
      await pause(pauseMs);
    }
  }

  const asking = Array.from({ length: connections }, connection);
  for (life = 1; life <= times; life++) {
    killedAtMs.push(performance.now());
    await host.kill();
    changesOf.push(await stage.change(options.changes));
    const fromMs = performance.now();
    host.start();
    asked.push(await ask(nextQuestion()));
    startMs.push(performance.now() - fromMs);
    startCpuMs.push(host.cpuMs());
    await pause(options.servedMs);
  }
  isOver = true;
  await Promise.all(asking);
  await host.kill();
  await line.close();
  share?.end();

  const refused = asked.filter(({ status }) => status >= 500);
  const sinceKillMs = ({ atMs }: Asked) => atMs - killedAtMs.findLast((killed) => killed < atMs)!;
  return {
    lives: times,
    answers: asked.length,
    refused: refused.length,
    refusedLate: refused.filter((one) => sinceKillMs(one) > graceMs).length,
    ...compare(asked, cars, before, changesOf),
    startMs,
    startCpuMs,
  };
}

/** Holds every answer against the plain filter over what the catalog held in that life of the function. */
function compare(
  asked: readonly Asked[],
  cars: number,
  before: ReadonlyMap<string, Card | null>,
  changesOf: readonly Map<string, Card | null>[],
): Pick<RestartResult, 'compared' | 'wrong'> {
  const cards = new Map(Array.from({ length: cars }, (_, n) => cardOf(n)).map((card) => [card.id, card]));
  const wrong: string[] = [];
  let compared = 0;
  const take = (changes: ReadonlyMap<string, Card | null>) => {
    for (const [id, card] of changes) {
      if (card) cards.set(id, card);
      else cards.delete(id);
    }
  };
  take(before);
  for (const [index, changes] of changesOf.entries()) {
    take(changes);
    const all = [...cards.values()];
    const ofLife = asked.filter(({ life, said }) => life === index + 1 && said !== null);
    for (const [question, answers] of Map.groupBy(ofLife, ({ question }) => question)) {
      const right = truth(question, all);
      compared++;
      for (const { said } of answers)
        if (said !== right)
          wrong.push(`life ${index + 1}, ${JSON.stringify(question)}: ${said} is not ${right}`);
    }
  }
  return { compared, wrong };
}
