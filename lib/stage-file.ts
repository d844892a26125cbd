import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { settingEnvironment } from '#core/contract/needs.ts';
import { repositoryRoot } from './build/output.ts';
import { Refusal } from './refusal.ts';
import type { Stage } from './stage.ts';

type SettingName = (typeof settingEnvironment)[number];

const text = z.string('must be a text');
const mailAddress = z.email('must be a mail address');
const truth = z.boolean('must be true or false');
const wholeFrom = (least: number) =>
  z.int(`must be a whole number from ${least}`).min(least, `must be a whole number from ${least}`);
const positive = z.number('must be a number above 0').positive('must be a number above 0');
const registerKinds = ['none', 'tjekbil', 'tjekbil-open', 'motorapi', 'demo'] as const;
const group = { error: 'must be an object of the names that docs/operations/settings.md lists' };

/** What single capabilities are set to; what a file leaves out is as it stands here. */
const settings = z.strictObject(
  {
    // Empty: the real marketplace. The demo marketplace is named by the installation that runs it.
    MARKETPLACE_ORIGIN: text.default(''),
    DEMO_LINKS: text.default(''),
    REGISTER_URL: text.default(''),
    REGISTER_KIND: z.enum(registerKinds, `must be one of ${registerKinds.join(', ')}`).default('none'),
    SCRAPE_PAUSE_SECONDS: z.number('must be a number from 0').min(0, 'must be a number from 0').default(3),
    NEW_ACCOUNT_SCRAPES: wholeFrom(0).default(20),
    RATE_FACTOR: positive.default(1),
    IMPORTS_ENABLED: truth.default(true),
    PAYMENTS_ENABLED: truth.default(true),
    // Empty: Stripe itself.
    STRIPE_API_URL: text.default(''),
  } satisfies Record<SettingName, z.ZodType>,
  group,
);

const stageFile = z.strictObject(
  {
    /** Sender of all mails. Without one the user pool sends its codes itself, fifty a day, and nothing else is mailed. */
    mailFrom: mailAddress.nullable().default(null),
    /** Who is told of alarms. */
    alarmMail: mailAddress.nullable().default(null),
    /** How many functions may run at once in the account, AWS's quota: 10 in a new account; null where it is no concern. */
    accountConcurrency: wholeFrom(1).nullable().default(10),
    settings: settings.prefault({}),
  },
  group,
);

/** What an operator decides of a stage. */
export type StageFile = z.infer<typeof stageFile>;

/** A stage of which nobody has decided anything. */
export const undecided: StageFile = stageFile.parse({});

/** "stages/prod.json" */
export const stageFileName = (stage: Stage): string => `stages/${stage}.json`;

function sentenceOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `"${place || 'the file'}" ${issue.message}.`;
  const names = issue.keys.map((key) => `"${[...issue.path, key].join('.')}"`);
  return `${names.join(', ')} ${names.length === 1 ? 'is no name' : 'are no names'} of a stage file.`;
}

/** @throws Refusal with a sentence for everything that is wrong with the text of a stage's file. */
export function parseStageFile(name: string, content: string): StageFile {
  let given: unknown;
  try {
    given = JSON.parse(content);
  } catch (error) {
    throw new Refusal(`${name} is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
  const parsed = stageFile.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Refusal([`${name} is wrong:`, ...parsed.error.issues.map(sentenceOf)].join('\n  '));
}

export function readStageFile(stage: Stage): StageFile {
  const name = stageFileName(stage);
  return parseStageFile(name, readFileSync(join(repositoryRoot, name), 'utf8'));
}
