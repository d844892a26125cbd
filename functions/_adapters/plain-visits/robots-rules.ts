import robotsParser from 'robots-parser';
import { log } from '#functions/_runtime/log.ts';

/** What a program with our name may ask for at one origin. */
export type RobotsRules = { isAllowed(address: string): boolean };

const keptMs = 86_400_000;
/** What could not be read shuts everything, for less long: RFC 9309, 2.3.1.4. */
const keptUnreadMs = 3_600_000;
const kept = new Map<string, { rules: RobotsRules; untilMs: number }>();

/** The package is a function, although its types say that it is a module of one. */
const parse = robotsParser as unknown as (
  address: string,
  text: string,
) => { isAllowed(asked: string, agent: string): boolean | undefined };

const everything: RobotsRules = { isAllowed: () => true };
const nothing: RobotsRules = { isAllowed: () => false };

/**
 * The rules at this address, read once a day for as long as the process lives. `read` answers the status and the text, or
 * null when nothing came.
 */
export async function readRobotsRules(
  address: string,
  agent: string,
  nowMs: number,
  read: () => Promise<{ status: number; body: string } | null>,
): Promise<RobotsRules> {
  const known = kept.get(address);
  if (known && known.untilMs > nowMs) return known.rules;
  const answer = await read();
  const rules = rulesOf(address, agent, answer);
  if (rules === nothing) log.warn('robots.txt could not be read', { address, status: answer?.status ?? 0 });
  kept.set(address, { rules, untilMs: nowMs + (rules === nothing ? keptUnreadMs : keptMs) });
  return rules;
}

function rulesOf(
  address: string,
  agent: string,
  answer: { status: number; body: string } | null,
): RobotsRules {
  if (answer === null || answer.status >= 500 || answer.status === 429) return nothing;
  if (answer.status >= 400) return everything;
  if (answer.status !== 200) return nothing;
  const rules = parse(address, answer.body);
  return { isAllowed: (asked) => rules.isAllowed(asked, agent) ?? true };
}
