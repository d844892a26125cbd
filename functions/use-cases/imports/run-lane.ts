import { randomUUID } from 'node:crypto';
import { lanesOf } from '#core/automated-search/capacity.ts';
import type { LaneMessage } from '#core/contract/messages.ts';
import { dropLane, issueTicket, takeLane } from '#functions/_adapters/dynamodb/lanes.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { nextHourlyRun, type TakenVisit } from '#functions/_adapters/visits-queue.ts';
import { visitsAtOnce } from '#functions/_runtime/settings.ts';
import { keepRenewed, leaseMs } from './keep-renewed.ts';
import { takeVisit } from './take-visit.ts';

/** A lane's message that stands in line for so long is taken for lost; should it come all the same, it has its turn once. */
const lostMs = 10 * 60_000;

/** Sets so many lanes going, each with one message, unless one of it goes round. */
export async function startLanes(count: number): Promise<void> {
  for (let lane = 0; lane < Math.min(count, lanesOf(visitsAtOnce())); lane++) {
    const ticket = randomUUID();
    if (await issueTicket(lane, ticket, Date.now(), lostMs))
      await queues.lane({ type: 'lane', lane, ticket, requestId: 'sweep' });
  }
}

/**
 * One hourly run in one lane. The lane's message stands in line again, behind whatever people imported meanwhile, until no run
 * is left.
 */
export async function runLane(message: LaneMessage): Promise<void> {
  const { lane } = message;
  const holder = randomUUID();
  const take = () => takeLane(lane, { holder, nowMs: Date.now(), leaseMs });
  if (lane >= lanesOf(visitsAtOnce())) return;
  const ticket = await take();
  if (ticket === null) return;
  const renewal = keepRenewed(take);
  let run: TakenVisit | null = null;
  const goesOn = () => run !== null && message.ticket === ticket;
  try {
    run = await nextHourlyRun();
    if (run) await takeVisit(run, 'lambda');
  } finally {
    clearInterval(renewal);
    await dropLane(lane, holder, goesOn() ? Date.now() : 0);
  }
  if (goesOn()) await queues.lane(message);
}
