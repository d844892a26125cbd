import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type Distribution,
  type DistributionProps,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import * as z from 'zod';
import { catalogEngines } from '#core/catalog/catalog.ts';
import { type commonEnvironment, type poolEnvironment, settingEnvironment } from '#core/contract/needs.ts';
import { type Trigger, workers } from '#core/contract/workers.ts';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import { type Operator, placeholdersIn } from '#core/operator.ts';
import { limits } from '#core/payments/plan.ts';
import { optionalCalls } from '#core/register/vehicle.ts';
import { usualVisitsAtOnce } from '#core/searches/capacity.ts';
import { repositoryRoot } from './build/output.ts';
import type { Cloud } from './cloud.ts';
import { workerFunctions } from './functions.ts';
import { Refusal } from './program-options.ts';

type Domain = StageFile['domain'];

const namesOf = ({ name, www }: NonNullable<Domain>): string[] => [name, ...(www ? [`www.${name}`] : [])];

/** The settings for the stage's own domain; empty without a domain or certificate. */
export function domainOfDistribution(scope: Construct, domain: Domain): Partial<DistributionProps> {
  if (!domain?.certificateArn) return {};
  return {
    domainNames: namesOf(domain),
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}

/** Adds DNS records for the domain if its zone is known. */
export function addRecords(scope: Construct, domain: Domain, distribution: Distribution): void {
  if (!domain?.certificateArn || !domain.hostedZoneId) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: domain.hostedZoneId,
    zoneName: domain.name,
  });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  for (const name of namesOf(domain)) {
    const id = name === domain.name ? 'Record' : 'WwwRecord';
    new ARecord(scope, id, { zone, target, recordName: `${name}.` });
    new AaaaRecord(scope, `${id}Ipv6`, { zone, target, recordName: `${name}.` });
  }
}

export const siteAddress = (domain: Domain, distribution: Distribution): string =>
  `https://${domain?.certificateArn ? domain.name : distribution.distributionDomainName}`;

/** The queue consumers' share of the account's concurrency; the rest is for requests, schedules and the stream. */
const share = 0.8;
/** The smallest maximum concurrency that Lambda allows for a queue. */
const least = 2;
/** And the largest. */
const most = 1000;

/** From the stage's file: the account's concurrency (null: no limit) and concurrent visits to the marketplace. */
export type AtOnce = { accountConcurrency: number | null; visitsAtOnce: number };

const wishedOf = (trigger: Trigger): number => (trigger.kind === 'queue' ? trigger.maxConcurrency : 0);
const triggers = workerFunctions.map(({ row }) => row.trigger);
const isScraper = (trigger: Trigger) => trigger.kind === 'queue' && trigger.queue === 'scrape';

const others = triggers.filter((trigger) => wishedOf(trigger) > 0 && !isScraper(trigger)).length;

/**
 * A consumer's concurrency. The scraper gets what the stage sets, up to what the others leave; they grow with it, because what
 * a visit finds must be identified, rated and told, and share what it leaves of the account.
 */
export function consumersAtOnce(trigger: Trigger, { accountConcurrency, visitsAtOnce }: AtOnce): number {
  const room =
    accountConcurrency === null ? Number.POSITIVE_INFINITY : Math.floor(share * accountConcurrency);
  const visits = Math.min(visitsAtOnce, Math.max(least, room - others * least));
  if (isScraper(trigger)) return visits;
  const wished = Math.ceil(wishedOf(trigger) * Math.max(1, visits / usualVisitsAtOnce));
  return Math.min(wished, most, Math.max(least, Math.floor((room - visits) / others)));
}

/** As many batches of one shard of the table's stream may be read at once at most. */
const mostReaders = 10;

/**
 * How many batches of each shard of the table's stream are read at once: more where more is visited, and so found and told. Lambda
 * keeps the order of each partition's changes.
 */
export const readersOfShard = ({ visitsAtOnce }: Pick<AtOnce, 'visitsAtOnce'>): number =>
  Math.min(mostReaders, Math.max(1, Math.floor(visitsAtOnce / usualVisitsAtOnce)));

type CommonName = (typeof commonEnvironment)[number];
type PoolName = (typeof poolEnvironment)[number];
type SettingName = (typeof settingEnvironment)[number];

const asText = (value: object | string | number | boolean | null): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');

/** Every setting of the stage's file as environment variables. */
export function settingVariables(settings: StageFile['settings']): Record<SettingName, string> {
  const variables = settingEnvironment.map((name) => [name, asText(settings[name])]);
  return Object.fromEntries(variables) as Record<SettingName, string>;
}

/** The variables of every function. Secrets appear only as ARNs: their values never enter the template. */
export function commonVariables(stage: Stage, cloud: Cloud): Record<CommonName, string> {
  return {
    STAGE: stage,
    LOG_LEVEL: stage === 'prod' ? 'info' : 'debug',
    ORIGIN_SECRET_ARN: cloud.originSecret.secretArn,
    PUBLIC_ORIGIN: cloud.publicOrigin,
  };
}

/** The user pool's variables, for checking callers. */
export function poolVariables(cloud: Cloud): Record<PoolName, string> {
  const { region } = Stack.of(cloud.userPool);
  return {
    TOKEN_ISSUER: cloud.userPool.userPoolProviderUrl,
    TOKEN_JWKS_URL: `https://cognito-idp.${region}.amazonaws.com/${cloud.userPool.userPoolId}/.well-known/jwks.json`,
    TOKEN_CLIENT_ID: cloud.userPoolClient.userPoolClientId,
  };
}

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

/** Who runs the stage, as named on pages and in mails. */
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

/** Settings of single features, with their defaults. */
const settings = z.strictObject(
  {
    OPERATOR: operator.nullable().default(null),
    SOURCES: z
      .string('must be a text')
      .refine(namesSources, `must name one or more of ${visitedIds.join(', ')}, parted by commas`)
      .default(visitedIds[0]),
    // Empty: the real marketplace. An installation with a demo marketplace sets its address.
    MARKETPLACE_ORIGIN: text.default(''),
    DEMO_LINKS: text.default(''),
    REGISTER_URL: text.default(''),
    REGISTER_KIND: z.enum(registerKinds, `must be one of ${registerKinds.join(', ')}`).default('none'),
    REGISTER_CALLS: z
      .string('must be a text')
      .refine(namesCalls, `must be empty or name some of ${optionalCalls.join(', ')}, parted by commas`)
      .default(''),
    SCRAPE_PAUSE_SECONDS: z.number('must be a number from 0').min(0, 'must be a number from 0').default(3),
    VISITS_AT_ONCE: z.int(visitsRange).min(2, visitsRange).max(1000, visitsRange).default(usualVisitsAtOnce),
    CATALOG: z.enum(catalogEngines, `must be one of ${catalogEngines.join(', ')}`).default('memory'),
    // 0: people's pages never enter the catalog. A single person is not enough.
    WITNESSES: z
      .int('must be 0, or a whole number from 2')
      .refine((count) => count === 0 || count >= 2, 'must be 0, or a whole number from 2')
      .default(2),
    WITNESS_ACCOUNT_DAYS: wholeFrom(0).default(7),
    NEW_ACCOUNT_SCRAPES: wholeFrom(0).default(limits.freeScrapesPerMonth),
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

/** The stage's own domain; without it CloudFront's name is used. */
const domain = z.strictObject(
  {
    name: z
      .string('must be a text')
      .regex(
        /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
        'must be a domain, "bilfund.dk"',
      ),
    /** Its certificate; null until the edge stack has created it. */
    certificateArn: edgeArn('acm').nullable().default(null),
    /** Its zone in Route 53, for the DNS records; null when another service hosts it. */
    hostedZoneId: z
      .string('must be a text')
      .regex(/^Z[A-Z0-9]{5,31}$/, 'must be the id of a zone, "Z…"')
      .nullable()
      .default(null),
    /** Whether `www.` before the name leads to it. */
    www: truth.optional(),
    /** Whether browsers must use HTTPS on every host below it too, for a year: also hosts that are none of ours. */
    hstsForSubdomains: truth.optional(),
  },
  group,
);

/** A web ACL: most requests per address in five minutes. Without it only our own limits apply. */
const firewall = z.strictObject(
  {
    requestsPerFiveMinutes: z
      .int('must be a whole number from 100')
      .min(100, 'must be a whole number from 100'),
    webAclArn: edgeArn('wafv2').nullable().default(null),
  },
  group,
);

/** An OpenSearch domain for the car list (decision 14). With two nodes every car is stored twice, in two zones. */
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
      /** Sender of all mails. Without one the user pool sends its codes itself, fifty a day, and no other mail is sent. */
      mailFrom: mailAddress.nullable().default(null),
      /** Who gets alarm mails. */
      alarmMail: mailAddress.nullable().default(null),
      /** The account's monthly cost in US dollars above which `alarmMail` is notified. */
      monthlyBudgetUsd: positive.nullable().default(null),
      domain: domain.nullable().default(null),
      firewall: firewall.nullable().default(null),
      /** Required when `settings.CATALOG` is "opensearch". May be set earlier: it is filled while memory still answers. */
      carIndex: carIndex.nullable().default(null),
      /** What the API answers a second before it refuses with 429, and twice that for a moment; API Gateway allows 10,000. */
      requestsPerSecond: wholeFrom(1).default(200),
      /** The account's concurrency quota: 10 in a new account; null for no limit. */
      accountConcurrency: wholeFrom(1).nullable().default(10),
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

export type StageFile = z.infer<typeof stageFile>;

export const undecided: StageFile = stageFile.parse({});

/** "news@bilfund.example" → "bilfund.example": the domain that SES has verified. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** "stages/prod.json" */
export const stageFileName = (stage: Stage): string => `stages/${stage}.json`;

function sentenceOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `"${place || 'the file'}" ${issue.message}.`;
  const names = issue.keys.map((key) => `"${[...issue.path, key].join('.')}"`);
  const misplaced = place === '' ? issue.keys.filter((key) => Object.hasOwn(settings.shape, key)) : [];
  const hint = misplaced.length === 0 ? '' : ` Write ${misplaced.join(', ')} under "settings".`;
  return `${names.join(', ')} ${names.length === 1 ? 'is no name' : 'are no names'} of a stage file.${hint}`;
}

/** @throws Refusal with a message for each fault in the text of a stage's file */
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

/** Values that prod requires and only an operator knows, with their purpose. */
const requiredInProd = {
  mailFrom: 'the address that sends all mails, at a domain that is verified in SES',
  alarmMail: 'who is told by mail when something is wrong',
} as const satisfies Partial<Record<keyof StageFile, string>>;

/** Prod must name who runs it, with true values. */
export function missingOfOperator({ settings: { OPERATOR: operator } }: StageFile): string[] {
  if (operator === null)
    return ['"settings.OPERATOR": who runs it (name, address, supportMail, and cvr where there is one)'];
  return placeholdersIn(operator).map(
    (name) => `"settings.OPERATOR.${name}": the true one instead of "${operator[name]}"`,
  );
}

/** The values that the edge stack creates and the file must name afterwards. */
function missingOfEdge({ domain, firewall }: StageFile): string[] {
  return [
    ...(domain && domain.certificateArn === null
      ? ['"domain.certificateArn": the certificate of the domain']
      : []),
    ...(firewall && firewall.webAclArn === null ? ['"firewall.webAclArn": the web ACL'] : []),
  ];
}

/** A message that names every value missing for a deployment; null when there is none. */
export function missingValues(stage: Stage, stageFile: StageFile): string | null {
  const missing = Object.entries(requiredInProd)
    .filter(([name]) => stage === 'prod' && stageFile[name as keyof typeof requiredInProd] === null)
    .map(([name, meaning]) => `"${name}": ${meaning}`);
  if (stage === 'prod') missing.push(...missingOfOperator(stageFile));
  const { monthlyBudgetUsd, alarmMail } = stageFile;
  if (stage !== 'prod' && monthlyBudgetUsd !== null && alarmMail === null)
    missing.push('"alarmMail": whom the budget tells');
  if (stageFile.settings.CATALOG !== 'memory' && stageFile.carIndex === null)
    missing.push('"carIndex": the domain of OpenSearch that answers the list (docs/operations/growth.md)');
  const ofEdge = missingOfEdge(stageFile);
  if (missing.length + ofEdge.length === 0) return null;
  return [
    `${stageFileName(stage)} leaves open what a deployment of ${stage} needs:`,
    ...[...missing, ...ofEdge].map((sentence) => `  ${sentence}.`),
    ...(ofEdge.length > 0
      ? [`"npm run ops -- edge --stage ${stage}" makes what the edge needs and tells its ARN.`]
      : []),
    'Write it into the file and deploy again. Nothing was changed.',
  ].join('\n');
}

export const stages = ['dev', 'prod'] as const;
export type Stage = (typeof stages)[number];

/** The region of everything except what CloudFront requires elsewhere. */
export const homeRegion = 'eu-north-1';

export const stackNameOf = (stage: Stage): string => `Bilfund-${stage}`;

export const dataStackNameOf = (stage: Stage): string => `${stackNameOf(stage)}-data`;

export const edgeStackNameOf = (stage: Stage): string => `${stackNameOf(stage)}-edge`;

export const carIndexStackNameOf = (stage: Stage): string => `${stackNameOf(stage)}-car-index`;

export const functionNameOf = (stage: Stage, name: string): string => `bilfund-${stage}-${name}`;

/** A misspelt stage must not create a third environment. */
export function readStage(given: unknown): Stage {
  if (given === undefined) throw new Refusal(`Say which stage: --stage ${stages.join('|')}`);
  const stage = stages.find((name) => name === given);
  if (!stage) throw new Refusal(`The stage is "${String(given)}" but must be one of ${stages.join(', ')}.`);
  return stage;
}
