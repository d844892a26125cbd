import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isEnergyPrices } from '#core/cars/cost.ts';
import { catalogEngines } from '#core/catalog/catalog.ts';
import type { settingEnvironment } from '#core/contract/needs.ts';
import { workers } from '#core/contract/workers.ts';
import { visitsBy } from '#core/imports/job.ts';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import type { Operator } from '#core/operator.ts';
import { optionalCalls } from '#core/register/vehicle.ts';
import { usualVisitsAtOnce } from '#core/searches/capacity.ts';
import { repositoryRoot } from './build/output.ts';
import { consumersAtOnce } from './concurrency.ts';
import { Refusal } from './refusal.ts';
import type { Stage } from './stage.ts';

type SettingName = (typeof settingEnvironment)[number];

const text = z.string('must be a text');
const mailAddress = z.email('must be a mail address');
const visitsRange = 'must be a whole number from 2 to 1000';
const truth = z.boolean('must be true or false');
const wholeFrom = (least: number) =>
  z.int(`must be a whole number from ${least}`).min(least, `must be a whole number from ${least}`);
const positive = z.number('must be a number above 0').positive('must be a number above 0');
const registerKinds = ['none', 'tjekbil', 'tjekbil-open', 'motorapi', 'demo'] as const;
const namesSources = (value: string) =>
  value.split(',').every((id) => (visitedIds as readonly string[]).includes(id));
const namesCalls = (value: string) =>
  value === '' || value.split(',').every((name) => (optionalCalls as readonly string[]).includes(name));
const group = { error: 'must be an object of the names that docs/operations/settings.md lists' };

/** Who runs the stage, as its pages and mails name them. */
const operator = z.strictObject(
  {
    name: text.trim().min(1, 'must be a text'),
    address: text.trim().min(1, 'must be a text'),
    cvr: z
      .string('must be a text')
      .regex(/^\d{8}$/, 'must be eight digits')
      .nullable()
      .default(null),
    supportMail: mailAddress,
  } satisfies Record<keyof Operator, z.ZodType>,
  group,
);

/** What single capabilities are set to; what a file leaves out is as it stands here. */
const settings = z.strictObject(
  {
    OPERATOR: operator.nullable().default(null),
    SOURCES: z
      .string('must be a text')
      .refine(namesSources, `must name one or more of ${visitedIds.join(', ')}, parted by commas`)
      .default(visitedIds[0]),
    // Empty: the real marketplace. The demo marketplace is named by the installation that runs it.
    MARKETPLACE_ORIGIN: text.default(''),
    DEMO_LINKS: text.default(''),
    REGISTER_URL: text.default(''),
    REGISTER_KIND: z.enum(registerKinds, `must be one of ${registerKinds.join(', ')}`).default('none'),
    REGISTER_CALLS: z
      .string('must be a text')
      .refine(namesCalls, `must be empty or name some of ${optionalCalls.join(', ')}, parted by commas`)
      .default(''),
    ENERGY_PRICES: z
      .string('must be a text')
      .refine(
        isEnergyPrices,
        'must be empty or "petrol …, diesel …, electricity …; YYYY-MM-DD; the source", amounts in DKK with a point',
      )
      .default(''),
    SCRAPE_PAUSE_SECONDS: z.number('must be a number from 0').min(0, 'must be a number from 0').default(3),
    VISITS_AT_ONCE: z.int(visitsRange).min(2, visitsRange).max(1000, visitsRange).default(usualVisitsAtOnce),
    CATALOG: z.enum(catalogEngines, `must be one of ${catalogEngines.join(', ')}`).default('memory'),
    VISITS_BY: z.enum(visitsBy, `must be one of ${visitsBy.join(', ')}`).default('lambda'),
    // 0: nothing that people send enters the catalog. One person alone is no witness.
    WITNESSES: z
      .int('must be 0, or a whole number from 2')
      .refine((count) => count === 0 || count >= 2, 'must be 0, or a whole number from 2')
      .default(2),
    WITNESS_ACCOUNT_DAYS: wholeFrom(0).default(7),
    NEW_ACCOUNT_SCRAPES: wholeFrom(0).default(20),
    UNSEEN_DAYS: wholeFrom(1).default(30),
    RATE_FACTOR: positive.default(1),
    IMPORTS_ENABLED: truth.default(true),
    PAYMENTS_ENABLED: truth.default(true),
    // Empty: Stripe itself.
    STRIPE_API_URL: text.default(''),
  } satisfies Record<SettingName, z.ZodType>,
  group,
);

const edgeArn = (service: string) =>
  z
    .string('must be a text')
    .regex(
      new RegExp(`^arn:aws[\\w-]*:${service}:us-east-1:\\d{12}:`),
      `must be the ARN that "npm run ops -- edge" tells, which begins with arn:aws:${service}:us-east-1:`,
    );

/** A domain of one's own: CloudFront's name serves until there is one. */
const domain = z.strictObject(
  {
    name: z
      .string('must be a text')
      .regex(
        /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
        'must be a domain, "bilfund.dk"',
      ),
    /** Its certificate; null until the stack of the edge has made it. */
    certificateArn: edgeArn('acm').nullable().default(null),
    /** Its zone in Route 53, in which the records are made; null where the domain is served elsewhere. */
    hostedZoneId: z
      .string('must be a text')
      .regex(/^Z[A-Z0-9]{5,31}$/, 'must be the id of a zone, "Z…"')
      .nullable()
      .default(null),
  },
  group,
);

/** A web ACL before the site: most requests of one address in five minutes. Without one our own limits stand alone. */
const firewall = z.strictObject(
  {
    requestsPerFiveMinutes: z
      .int('must be a whole number from 100')
      .min(100, 'must be a whole number from 100'),
    webAclArn: edgeArn('wafv2').nullable().default(null),
  },
  group,
);

/** A domain of OpenSearch that holds the list of cars (decision 14). Two nodes hold every car twice, in two zones. */
const carIndex = z.strictObject(
  {
    nodes: z
      .int('must be 1, or an even number')
      .refine((count) => count === 1 || (count > 0 && count % 2 === 0), 'must be 1, or an even number')
      .default(2),
    instanceType: z
      .string('must be a text')
      .regex(/^[a-z0-9]+\.[a-z0-9]+\.search$/, 'must be a kind of node, "r7g.large.search"')
      .default('r7g.large.search'),
    gigabytes: wholeFrom(10).default(20),
  },
  group,
);

const stageFile = z
  .strictObject(
    {
      /** Sender of all mails. Without one the user pool sends its codes itself, fifty a day, and nothing else is mailed. */
      mailFrom: mailAddress.nullable().default(null),
      /** Who is told of alarms. */
      alarmMail: mailAddress.nullable().default(null),
      /** What the account may cost in a month, in US dollars, before `alarmMail` is told. */
      monthlyBudgetUsd: positive.nullable().default(null),
      domain: domain.nullable().default(null),
      firewall: firewall.nullable().default(null),
      /** Needed where `settings.CATALOG` says "opensearch". It may stand before: it is filled while memory still answers. */
      carIndex: carIndex.nullable().default(null),
      /** How many functions may run at once in the account, AWS's quota: 10 in a new account; null where it is no concern. */
      accountConcurrency: wholeFrom(1).nullable().default(10),
      /** Who may take on the role of the visitor, as an ARN; needed where `settings.VISITS_BY` allows one. */
      visitorPrincipal: z
        .string('must be a text')
        .regex(
          /^arn:aws:iam::\d{12}:(?:root|(?:user|role)\/[\w+=,.@/-]{1,512})$/,
          'must be the ARN of a user or role, "arn:aws:iam::…:user/…"',
        )
        .nullable()
        .default(null),
      settings: settings.prefault({}),
    },
    group,
  )
  .superRefine(({ accountConcurrency, settings: { VISITS_AT_ONCE: visitsAtOnce } }, { addIssue }) => {
    const room = consumersAtOnce(workers.scrape.trigger, { accountConcurrency, visitsAtOnce });
    if (room < visitsAtOnce)
      addIssue({
        code: 'custom',
        path: ['settings', 'VISITS_AT_ONCE'],
        message: `is ${visitsAtOnce}, but "accountConcurrency" ${accountConcurrency} leaves room for ${room}: lower it, or ask AWS for more`,
      });
  });

/** What an operator decides of a stage. */
export type StageFile = z.infer<typeof stageFile>;

/** Whether the stage lets a visitor take visits. */
export const hasVisitor = ({ settings }: Pick<StageFile, 'settings'>): boolean =>
  settings.VISITS_BY !== 'lambda';

/** A stage of which nobody has decided anything. */
export const undecided: StageFile = stageFile.parse({});

/** "news@bilfund.example" → "bilfund.example": what SES holds as verified. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

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
