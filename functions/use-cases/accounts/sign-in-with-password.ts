import { randomUUID } from 'node:crypto';
import { usageMonth } from '#core/plan/usage-period.ts';
import {
  judgePassword,
  keepPasswordMark,
  takeErasedUsage,
} from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { signIn } from '#functions/_adapters/pool-sessions.ts';
import { clock } from '#functions/_runtime/clock.ts';

/**
 * The pool shuts out an account for minutes after five wrong passwords, the right one included. A stranger's wrong one is
 * therefore spent on an account that does not exist, which answers alike and takes as long.
 */
const nobody = () => `${randomUUID()}@nobody.invalid`;

/** Opens a session. `isKnown`: the browser has proved before that it is the owner's. @throws Failure 401 wrong_credentials */
export async function signInWithPassword(email: string, password: string, isKnown: boolean) {
  const judged = await judgePassword(email, password);
  const session = await signIn(judged === 'wrong' && !isKnown ? nobody() : email, password);
  if (judged !== 'right') await keepPasswordMark(email, password);
  await takeErasedUsage(session.user.email, usageMonth(clock.now()), session.user.id);
  return session;
}
