import type { QueueName } from './cloud.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
export const queueNames: readonly QueueName[] = ['scrape', 'identify', 'rate', 'notify', 'dead'];
const noFaults = { throttled: 0, lost: 0, killed: 0 };

/** Without faults, until nothing is left to do. */
export async function comeToRest(world: World): Promise<void> {
  world.cloud.setFaults(noFaults);
  const isBusy = () =>
    world.stream.length + world.stripe.events.length > 0 ||
    world.cloud.queues.hourly.length > 0 ||
    queueNames.some((name) => world.cloud.queues[name].length > 0);
  const hasOpenJobs = () =>
    world.cloud.table.all().some(({ kind, gsi2pk }) => kind === 'JOB' && gsi2pk !== undefined);
  for (let minute = 0; minute < 240 && (isBusy() || hasOpenJobs()); minute++) {
    for (let n = 0; n < 400 && isBusy(); n++) {
      let moved = await world.publishSome();
      for (const queue of queueNames) moved += await world.deliver(queue);
      moved += await world.hearStripe();
      if (moved === 0) break;
    }
    world.machine.advance(minuteMs);
    await world.strike('sweep');
  }
  // The last look at erased accounts comes two hours later.
  for (let round = 0; round < 3; round++) {
    world.machine.advance(70 * minuteMs);
    await world.strike('erase');
    await world.strike('deliver');
    while ((await world.publishSome()) + (await world.deliver('notify')) > 0);
  }
  // Late as it may be, what has run out goes in the end.
  world.cloud.table.expire(Math.floor(world.now() / 1000));
}
