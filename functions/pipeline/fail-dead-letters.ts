import { deleteDeadLetter, takeDeadLetters } from '#functions/_adapters/dead-letters.ts';
import { log } from '#functions/_runtime/log.ts';
import { failDeadLetter } from '#functions/use-cases/imports/fail-dead-letter.ts';

/** Before its time is over: what is left is taken in the next minute. */
const worksForMs = 20_000;

/**
 * Every minute, the messages that failed each time: what they were for is ended, the rest is parked. One with which that
 * cannot be done now is taken again.
 */
export async function handler(): Promise<void> {
  const untilMs = Date.now() + worksForMs;
  for (;;) {
    const letters = await takeDeadLetters();
    if (letters.length === 0) return;
    for (const letter of letters)
      try {
        await failDeadLetter(letter);
        await deleteDeadLetter(letter);
      } catch (error) {
        log.failure('a message could not be given up', error);
      }
    if (Date.now() >= untilMs) return;
  }
}
