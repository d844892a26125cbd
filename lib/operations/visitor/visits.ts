import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '#lib/build/output.ts';
import { hasVisitor, Refusal, type Stage, type StageFile, stageFileName } from '#lib/stage.ts';

/**
 * The largest clock error allowed. A renewed lease always has at least seven seconds left, so two visitors with opposite
 * errors must still agree that it holds. The HTTP date has whole seconds.
 */
const mostOffMs = 3_000;

/**
 * Compares this machine's clock with a server's HTTP date (null when it sends none).
 * @throws Refusal when they differ by more than three seconds
 */
export function requireRightClock(date: string | null, nowMs: number): void {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return;
  const off = nowMs - theirs;
  if (Math.abs(off) <= mostOffMs) return;
  throw new Refusal(
    `The clock is off: this machine is ${Math.round(Math.abs(off) / 1000)} seconds ${off > 0 ? 'ahead of' : 'behind'} AWS, ` +
      'and signatures and leases go by it. Let it set its clock by the network. Nothing was visited.',
  );
}

/**
 * The visitor's environment for a Bilfund that runs on this machine (`origin`: "http://127.0.0.1:5173").
 * @throws Refusal when none runs there, or it has no visitor
 */
export async function askLocal(origin: string): Promise<Record<string, string>> {
  if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+\/?$/.test(origin))
    throw new Refusal(`"${origin}" is no address of this machine: --local http://127.0.0.1:5173`);
  let environment: Record<string, string> | null;
  try {
    const answer = await fetch(new URL('/_local/visitor', origin), { signal: AbortSignal.timeout(10_000) });
    ({ environment } = (await answer.json()) as { environment: Record<string, string> | null });
  } catch {
    throw new Refusal(`At ${origin} no Bilfund answers. Start it first: VISITS_BY=both npm start`);
  }
  if (!environment)
    throw new Refusal(`The Bilfund at ${origin} has the visitor switched off: start it with VISITS_BY=both.`);
  // Keys of the local cloud; a profile of the operator's would take precedence over them.
  return { ...environment, AWS_PROFILE: '', AWS_SESSION_TOKEN: '' };
}

type Environment = Readonly<Record<string, string | undefined>>;

const profile = 'bilfund-visitor';

/** The source of credentials for the role: keys of the environment unless a profile is named, or the profile. */
function sourceOf({ AWS_PROFILE, AWS_ACCESS_KEY_ID }: Environment): string {
  return AWS_ACCESS_KEY_ID && !AWS_PROFILE
    ? 'credential_source = Environment'
    : `source_profile = ${AWS_PROFILE ?? 'default'}`;
}

/** The AWS configuration with a profile for the role added to the operator's own (`given`). */
export const withRole = (given: string, roleArn: string, environment: Environment): string =>
  [
    given.trimEnd(),
    `[profile ${profile}]`,
    `role_arn = ${roleArn}`,
    'role_session_name = visitor',
    sourceOf(environment),
    '',
  ].join('\n');

/**
 * Variables that make every SDK client use the role and renew its credentials, based on the operator's own sign-in. `remove`
 * deletes the temporary configuration file.
 */
export function roleEnvironment(roleArn: string, environment: Environment) {
  const own = environment.AWS_CONFIG_FILE ?? join(homedir(), '.aws', 'config');
  const folder = mkdtempSync(join(tmpdir(), 'bilfund-visitor-'));
  const file = join(folder, 'config');
  const given = existsSync(own) ? readFileSync(own, 'utf8') : '';
  writeFileSync(file, withRole(given, roleArn, environment), { mode: 0o600 });
  return {
    variables: { AWS_CONFIG_FILE: file, AWS_PROFILE: profile },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Runs the visitor (functions/marketplaces/visitor.ts) with these variables until it ends; returns its exit code. It has its
 * own process group, so that Ctrl-C reaches it only through this process, once.
 */
export function runVisits(variables: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'functions/marketplaces/visitor.ts')], {
      cwd: repositoryRoot,
      env: { ...process.env, TZ: 'UTC', ...variables },
      // If this process ends, the channel breaks and the visitor ends after its visit.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, passOn);
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, passOn);
      resolve(code ?? 1);
    });
  });
}

/** The stack outputs about the visitor. */
export const visitorOutputs = [
  'VisitorRole',
  'Address',
  'Table',
  'DataBucket',
  'VisitsQueue',
  'HourlyVisitsQueue',
  'ScrapeQueue',
  'IdentifyQueue',
  'RateQueue',
] as const;
export type VisitorOutputs = Record<(typeof visitorOutputs)[number], string>;

/** @throws Refusal when the stage's file leaves all visits to the function */
export function requireVisitor(stage: Stage, stageFile: Pick<StageFile, 'settings'>): void {
  if (hasVisitor(stageFile)) return;
  throw new Refusal(
    `The visitor is switched off: ${stageFileName(stage)} has VISITS_BY "lambda". ` +
      'Set it to "both" or "visitor", deploy, and start this again (docs/operations/marketplaces.md).',
  );
}

/** The environment variables that the visitor reads. */
export const visitorVariables = (
  stage: Stage,
  { MARKETPLACE_ORIGIN, SCRAPE_PAUSE_SECONDS, SOURCES }: StageFile['settings'],
  outputs: VisitorOutputs,
): Record<string, string> => ({
  STAGE: stage,
  PUBLIC_ORIGIN: outputs.Address,
  // The visitor itself prints a line per visit; besides those only errors.
  LOG_LEVEL: 'error',
  TABLE_NAME: outputs.Table,
  DATA_BUCKET: outputs.DataBucket,
  VISITS_QUEUE_URL: outputs.VisitsQueue,
  HOURLY_VISITS_QUEUE_URL: outputs.HourlyVisitsQueue,
  SCRAPE_QUEUE_URL: outputs.ScrapeQueue,
  IDENTIFY_QUEUE_URL: outputs.IdentifyQueue,
  RATE_QUEUE_URL: outputs.RateQueue,
  SOURCES,
  MARKETPLACE_ORIGIN,
  SCRAPE_PAUSE_SECONDS: String(SCRAPE_PAUSE_SECONDS),
});
