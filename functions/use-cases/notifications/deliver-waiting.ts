import { listPeopleWaiting } from '#functions/_adapters/dynamodb/waiting.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { sendOutgoing } from './send-outgoing.ts';
import { tellPerson } from './tell-person.ts';

const sideBySide = 8;
/** What is left when a minute is nearly over waits for the next one. */
const workMs = 45_000;

/** Tells what has become due, such as the next hour of the free plan, and what was left by a crash. */
export async function deliverWaiting(): Promise<void> {
  const startedMs = performance.now();
  const now = clock.now();
  const people = await listPeopleWaiting(now.toISOString());
  for (let from = 0; from < people.length && performance.now() - startedMs < workMs; from += sideBySide)
    await Promise.all(
      people.slice(from, from + sideBySide).map(async (userId) => {
        try {
          await tellPerson(userId, now);
          await sendOutgoing(userId, now);
        } catch (error) {
          log.failure('a person could not be told', error);
        }
      }),
    );
}
