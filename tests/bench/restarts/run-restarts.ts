import { setTimeout as pause } from 'node:timers/promises';
import type { Card } from '#core/cars/card.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { cardOf } from '#tests/bench/list/measure.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { FunctionHost } from './function-host.ts';
import { limitShare, slowLine } from './limits.ts';
import { type Question, questionsOf, saidBy, truth } from './questions.ts';
import type { RestartStage } from './stage.ts';

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
