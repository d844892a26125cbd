import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
  type SendQuota,
} from '@aws-sdk/client-sesv2';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import type Stripe from 'stripe';
import { secretPlaceholder } from '#core/contract/needs.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { products } from '#core/payments/plan.ts';
import { webhookEvents } from '#core/payments/stripe.ts';
import { catalogPrefix } from '#lib/data.ts';
import { edgeRegion } from '#lib/edge-stack.ts';
import {
  domainOf,
  homeRegion,
  missingOfOperator,
  readStageFile,
  type Stage,
  type StageFile,
  stackNameOf,
  stageFileName,
} from '#lib/stage.ts';
import { CloudStacks, commonOptions, readStageOptions } from './stage-options.ts';
import { openStripe } from './stripe.ts';

export const states = ['ok', 'missing', 'cannot tell'] as const;

/** The result of a check: a sentence, and the command that fixes it. */
export type Finding =
  | { state: 'ok' | 'cannot tell'; sentence: string }
  | { state: 'missing'; sentence: string; command: string };

export type Surroundings = {
  stage: Stage;
  stageFile: StageFile;
  /** The stack's outputs; null when there is no stack. */
  outputs: Readonly<Record<string, string>> | null;
  /** When the stack was created; null when there is none. */
  createdAt: Date | null;
  now: Date;
};

/** One condition to check. It only reads. */
export type Check = {
  name: string;
  look: (surroundings: Surroundings) => Promise<Finding>;
};

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const cannotTell = (sentence: string): Finding => ({ state: 'cannot tell', sentence });
export const missing = (sentence: string, command: string): Finding => ({
  state: 'missing',
  sentence,
  command,
});

export const deployCommand = (stage: Stage): string => `npm run deploy -- --stage ${stage}`;

export const withoutOutput = (name: string): Finding =>
  cannotTell(`The stack does not tell ${name}: it is not deployed, or by an earlier version.`);

/** A value that dev may leave open; the deployment of prod is refused without it. */
const unnamed = (stage: Stage, name: 'mailFrom' | 'alarmMail', sentence: string): Finding =>
  stage === 'prod'
    ? missing(`${stageFileName(stage)} lacks "${name}".`, deployCommand(stage))
    : cannotTell(`${stageFileName(stage)} ${sentence}.`);

/** SNS asks an address once to confirm its subscription; until then alarm mails reach nobody. */
export const alarmMail: Check = {
  name: 'alarms',
  async look({ stage, stageFile, outputs }) {
    const address = stageFile.alarmMail;
    if (address === null)
      return unnamed(stage, 'alarmMail', 'names nobody for alarms: they are seen in the console only');
    const topic = outputs?.AlarmTopic;
    if (!topic) return withoutOutput('AlarmTopic');
    const client = new SNSClient({ region: homeRegion });
    const pages = paginateListSubscriptionsByTopic({ client }, { TopicArn: topic });
    for await (const { Subscriptions = [] } of pages)
      for (const { Endpoint, SubscriptionArn } of Subscriptions)
        if (Endpoint === address && SubscriptionArn?.startsWith('arn:'))
          return ok(`Alarms are mailed to ${address}.`);
    return missing(
      `${address} has not confirmed that it wants the mails of alarms: open the mail of SNS, or have it sent anew.`,
      `aws sns subscribe --region ${homeRegion} --topic-arn ${topic} --protocol email --notification-endpoint ${address}`,
    );
  },
};

const toolkitStack = 'CDKToolkit';

export const bootstrapped: Check = {
  name: 'account',
  async look({ stageFile: { domain, firewall, monthlyBudgetUsd } }) {
    const needsEdge = domain !== null || firewall !== null || monthlyBudgetUsd !== null;
    const regions = needsEdge ? [homeRegion, edgeRegion] : [homeRegion];
    const stacks = await Promise.all(regions.map((region) => new CloudStacks(region).find(toolkitStack)));
    const lacking = regions.filter((_, index) => !stacks[index] || stacks[index].hasFailedAtFirst);
    return lacking.length === 0
      ? ok(`The account is bootstrapped in ${regions.join(' and ')}.`)
      : missing(
          `The account is not bootstrapped in ${lacking.join(' and ')}.`,
          `npm run build && npx cdk bootstrap ${lacking.map((region) => `aws://ACCOUNT/${region}`).join(' ')}`,
        );
  },
};

/** Lambda's "Concurrent executions" in the service quotas. */
const quotaCode = 'L-B99A9384';
/** AWS's usual quota; a new account starts with ten. */
const usualQuota = 1000;

/** The queues' share is derived from the quota in the stage's file: if AWS allows less, they starve requests. */
export const concurrency: Check = {
  name: 'functions at once',
  async look({ stage, stageFile: { accountConcurrency } }) {
    const { AccountLimit } = await new LambdaClient({ region: homeRegion }).send(
      new GetAccountSettingsCommand({}),
    );
    const quota = AccountLimit?.ConcurrentExecutions;
    if (quota === undefined) return cannotTell('AWS does not say how many functions may run at once.');
    const said = accountConcurrency ?? usualQuota;
    if (said <= quota)
      return ok(`The account may run ${quota} functions at once, and the queues keep to ${said}.`);
    return missing(
      `The account may run ${quota} functions at once, and ${stageFileName(stage)} says ${accountConcurrency ?? 'that it is no concern'}: ` +
        `write ${quota} there as "accountConcurrency" and deploy, or ask for more.`,
      `aws service-quotas request-service-quota-increase --region ${homeRegion} --service-code lambda --quota-code ${quotaCode} --desired-value ${usualQuota}`,
    );
  },
};

export const deployed: Check = {
  name: 'stack',
  look: async ({ stage, outputs }) =>
    outputs
      ? ok(`The stack ${stackNameOf(stage)} stands.`)
      : missing(`There is no stack ${stackNameOf(stage)}.`, deployCommand(stage)),
};

/** Pages and mails must name who runs the service: the law requires it. */
export const operator: Check = {
  name: 'operator',
  async look({ stage, stageFile }) {
    const wrong = missingOfOperator(stageFile);
    const named = stageFile.settings.OPERATOR;
    if (wrong.length === 0 && named) return ok(`Pages and mails name ${named.name} (${named.supportMail}).`);
    const sentence = `${stageFileName(stage)} does not say who runs this stage: ${wrong.join('; ')}.`;
    return stage === 'prod' ? missing(sentence, deployCommand(stage)) : cannotTell(sentence);
  },
};

export type Answer = Finding & { name: string };

/** Runs all checks; one that throws is reported and does not stop the others. */
export async function examine(checks: readonly Check[], surroundings: Surroundings): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, look } of checks) {
    const finding = await look(surroundings).catch((error: unknown) =>
      cannotTell(`It could not be looked at: ${error instanceof Error ? error.message : error}.`),
    );
    answers.push({ name, ...finding });
  }
  return answers;
}

export const isAnythingMissing = (answers: readonly Answer[]): boolean =>
  answers.some(({ state }) => state === 'missing');

/** Lines for people; the last one is a JSON object for scripts. */
export function reportOf(stage: string, answers: readonly Answer[]): string {
  const stateWidth = Math.max(...states.map(({ length }) => length));
  const nameWidth = Math.max(...answers.map(({ name }) => name.length));
  const lines = answers.flatMap((answer) => {
    const line = `${answer.state.padEnd(stateWidth)}  ${answer.name.padEnd(nameWidth)}  ${answer.sentence}`;
    const indent = ' '.repeat(stateWidth + nameWidth + 4);
    return answer.state === 'missing' ? [line, `${indent}${answer.command}`] : [line];
  });
  return [...lines, JSON.stringify({ stage, isMissing: isAnythingMissing(answers), checks: answers })].join(
    '\n',
  );
}

type Command = { name: string; help: string; checks: readonly Check[]; words: string[] };

/** A command that runs checks on a stage: exit code 1 when something is missing. */
async function runChecks({ name, help, checks, words }: Command): Promise<void> {
  const options = readStageOptions(words, name);
  if (!options) return console.info(help);
  const { stage } = options;
  const stack = await new CloudStacks(homeRegion).find(stackNameOf(stage));
  const { outputs, createdAt } =
    stack && !stack.hasFailedAtFirst ? stack : { outputs: null, createdAt: null };
  const surroundings = { stage, stageFile: readStageFile(stage), outputs, createdAt, now: new Date() };
  const answers = await examine(checks, surroundings);
  console.info(reportOf(stage, answers));
  if (isAnythingMissing(answers)) process.exitCode = 1;
}

const keyedRegisters: readonly StageFile['settings']['REGISTER_KIND'][] = ['tjekbil', 'motorapi'];

function neededOutputs({ settings }: StageFile): string[] {
  return [
    ...(keyedRegisters.includes(settings.REGISTER_KIND) ? ['RegisterSecret'] : []),
    ...(settings.PAYMENTS_ENABLED ? ['StripeSecret', 'StripeWebhookSecret'] : []),
  ];
}

/** Reported by name only; a value is compared with the placeholder and not sent anywhere. */
export const secrets: Check = {
  name: 'secrets',
  async look({ stageFile, outputs }) {
    const client = new SecretsManagerClient({ region: homeRegion });
    const unset: { output: string; secret: string }[] = [];
    for (const output of neededOutputs(stageFile)) {
      const secret = outputs?.[output];
      if (!secret) return withoutOutput(output);
      const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
      const value = SecretString.trim();
      if (value === '' || value === secretPlaceholder) unset.push({ output, secret });
    }
    const [first] = unset;
    if (!first) return ok('Every secret that the stage needs is set.');
    const names = unset.map(({ output, secret }) => `${output} (${secret})`).join(', ');
    return missing(
      `Not set: ${names}.`,
      `aws secretsmanager put-secret-value --region ${homeRegion} --secret-id ${first.secret} --secret-string file://key.txt`,
    );
  },
};

async function isVerified(client: SESv2Client, EmailIdentity: string): Promise<boolean | null> {
  try {
    const answer = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return answer.VerifiedForSendingStatus === true;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** Beyond so much of the day's mails more are asked for: SES refuses those beyond the quota, sign-in codes too. */
const mostOfQuota = 0.8;

function withinQuota(
  domain: string,
  { Max24HourSend, MaxSendRate, SentLast24Hours = 0 }: SendQuota,
): Finding {
  // SES writes -1 for an account without a limit.
  if (Max24HourSend === undefined || Max24HourSend < 0) return ok(`SES sends from ${domain} to everybody.`);
  const figures = `${SentLast24Hours} of ${Max24HourSend} mails a day were sent in the last day, of ${MaxSendRate} a second at most`;
  return SentLast24Hours < mostOfQuota * Max24HourSend
    ? ok(`SES sends from ${domain} to everybody: ${figures}.`)
    : missing(
        `The account's mails of a day are nearly used up: ${figures}.`,
        `aws service-quotas list-service-quotas --region ${homeRegion} --service-code ses`,
      );
}

/** Mails need a verified domain, and reach everybody only once the account is out of the SES sandbox. */
export const sender: Check = {
  name: 'mails',
  async look({ stage, stageFile: { mailFrom } }) {
    if (mailFrom === null)
      return unnamed(stage, 'mailFrom', 'names no sender: the user pool mails its codes itself');
    const client = new SESv2Client({ region: homeRegion });
    const domain = domainOf(mailFrom);
    const verified = await isVerified(client, domain);
    const ofIdentity = (command: string) =>
      `aws sesv2 ${command}-email-identity --region ${homeRegion} --email-identity ${domain}`;
    if (verified === null) return missing(`SES does not know the domain ${domain}.`, ofIdentity('create'));
    if (!verified)
      return missing(
        `The records that prove ${domain} to SES do not stand yet: their tokens are in the answer of this.`,
        ofIdentity('get'),
      );
    const { ProductionAccessEnabled, SendQuota = {} } = await client.send(new GetAccountCommand({}));
    if (ProductionAccessEnabled) return withinQuota(domain, SendQuota);
    return missing(
      'SES sends to verified addresses alone: the account is in its sandbox (docs/operations/deploy.md).',
      `aws sesv2 put-account-details --region ${homeRegion} --production-access-enabled --mail-type TRANSACTIONAL --website-url https://${domain} --use-case-description "Codes and alerts that people asked for"`,
    );
  },
};

/** Longer than the slowest route may take. */
const timeoutMs = 35_000;
/** An id that does not exist: the route must answer that it found nothing. */
const unknownId = 'smoke-test';

type VisitorRoute = { path: string; content: string; statuses: readonly number[] };

/** Every GET route that needs no account. */
export const visitorRoutes: readonly VisitorRoute[] = Object.entries<RouteRow>(contract)
  .filter(([key, { auth }]) => key.startsWith('GET ') && (auth === 'public' || auth === 'optional'))
  .map(([key, { content = 'application/json', status = 200 }]) => ({
    path: key.slice('GET '.length).replaceAll(/\{\w+\}/g, unknownId),
    content,
    statuses: key.includes('{') ? [status, 404] : [status],
  }));

/** What the API says of something that it has not, whatever the route answers otherwise. */
const refusalContent = 'application/json';

/** What is wrong with a route's answer; null when nothing is. */
async function faultOf(address: string, { path, content, statuses }: VisitorRoute): Promise<string | null> {
  try {
    const answer = await fetch(new URL(path, address), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    if (!statuses.includes(answer.status)) return `${path} answers ${answer.status}`;
    // The app's page instead of an answer: the request did not reach the API.
    const type = answer.headers.get('content-type') ?? 'nothing';
    const isAnswer = type.startsWith(content) || (answer.status === 404 && type.startsWith(refusalContent));
    return isAnswer ? null : `${path} answers ${type} instead of ${content}`;
  } catch {
    return `${path} does not answer`;
  }
}

export const smokeTest: Check = {
  name: 'smoke test',
  async look({ stage, outputs }) {
    const address = outputs?.Address;
    if (!address) return withoutOutput('Address');
    const faults: string[] = [];
    for (const route of visitorRoutes) {
      const fault = await faultOf(address, route);
      if (fault) faults.push(fault);
    }
    return faults.length === 0
      ? ok(`All ${visitorRoutes.length} routes for visitors answer at ${address}.`)
      : missing(`At ${address}: ${faults.join('; ')}.`, deployCommand(stage));
  },
};

/** It is written four times an hour. */
const freshMs = 60 * 60_000;

/** The list of cars loads a snapshot; with an old one every cold start reads the whole table. */
export const snapshot: Check = {
  name: 'list of cars',
  async look({ outputs, createdAt, now }) {
    const bucket = outputs?.DataBucket;
    if (!bucket) return withoutOutput('DataBucket');
    let newestMs = 0;
    const client = new S3Client({ region: homeRegion });
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: catalogPrefix },
    ))
      for (const { LastModified } of Contents) newestMs = Math.max(newestMs, LastModified?.getTime() ?? 0);
    const command = `aws logs filter-log-events --region ${homeRegion} --log-group-name GROUP --filter-pattern '"write-catalog"'`;
    const isNew = createdAt !== null && now.getTime() - createdAt.getTime() <= freshMs;
    if (newestMs === 0 && isNew)
      return cannotTell(
        'The list of cars is not written yet: that is done every quarter of an hour. Look again then.',
      );
    if (newestMs === 0) return missing('The list of cars was never written.', command);
    const minutes = Math.round((now.getTime() - newestMs) / 60_000);
    const sentence = `The list of cars was written ${minutes} minutes ago.`;
    return now.getTime() - newestMs <= freshMs ? ok(sentence) : missing(sentence, command);
  },
};

const webhookPath = '/api/payments/webhook';
const beginningOf = (pattern: string) => pattern.replace(/\*$/, '');

type Webhook = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** Events missing from the webhook's subscription, as Stripe's dashboard groups them. */
function untold({ enabled_events: enabled }: Webhook): string[] {
  if (enabled.includes('*')) return [];
  return webhookEvents.filter((pattern) => !enabled.some((event) => event.startsWith(beginningOf(pattern))));
}

async function look(stripe: Stripe, siteAddress: string): Promise<Finding> {
  const wanted = Object.values(products).map(({ lookupKey }) => lookupKey);
  const { data: prices } = await stripe.prices.list({ lookup_keys: wanted, active: true, limit: 100 });
  const unpriced = wanted.filter((key) => !prices.some(({ lookup_key }) => lookup_key === key));
  if (unpriced.length > 0)
    return missing(
      `Stripe has no prices for ${unpriced.join(', ')}.`,
      'STRIPE_SECRET_KEY=sk_… npm run ops -- stripe --dry-run',
    );
  const address = siteAddress + webhookPath;
  const { data: webhooks } = await stripe.webhookEndpoints.list({ limit: 100 });
  const webhook = webhooks.find(({ url, status }) => url === address && status === 'enabled');
  const make = `stripe webhook_endpoints create --url ${address} …, or Stripe's dashboard (docs/operations/deploy.md)`;
  if (!webhook) return missing(`Stripe does not tell ${address} of what happens.`, make);
  const events = untold(webhook);
  return events.length === 0
    ? ok(`Stripe has every price and tells ${address}.`)
    : missing(`Stripe does not tell ${address} of ${events.join(', ')}.`, make);
}

/** Uses the key in the stage's own secret, which is sent only to Stripe. */
export const stripe: Check = {
  name: 'Stripe',
  async look({ stageFile: { settings }, outputs }) {
    if (!settings.PAYMENTS_ENABLED) return ok('Payments are switched off.');
    if (!outputs?.StripeSecret) return withoutOutput('StripeSecret');
    if (!outputs.Address) return withoutOutput('Address');
    const { SecretString = '' } = await new SecretsManagerClient({ region: homeRegion }).send(
      new GetSecretValueCommand({ SecretId: outputs.StripeSecret }),
    );
    const key = SecretString.trim();
    if (key === '' || key === secretPlaceholder) return cannotTell('Its key is not set yet.');
    return look(openStripe(key, settings.STRIPE_API_URL), outputs.Address);
  },
};

const doctorHelp = `Looks whether a stage is as it should be, and changes nothing: the account and its quota, who runs it, mails, the stack,
its secrets, Stripe, alarms, the list of cars, every route for visitors.

  npm run ops -- doctor --stage prod

${commonOptions}

A line for each check: ok, missing with the command that mends it, or cannot tell. The last line is one JSON object.
The exit code is 1 when something is missing.
`;

const allChecks = [
  bootstrapped,
  concurrency,
  operator,
  sender,
  deployed,
  secrets,
  stripe,
  alarmMail,
  snapshot,
  smokeTest,
];

export const doctor = (words: string[]): Promise<void> =>
  runChecks({ name: 'doctor', help: doctorHelp, checks: allChecks, words });

const verifyHelp = `Looks after a deployment whether the site answers, its list is fresh and alarms reach somebody, and changes nothing: the part of "npm run ops -- doctor" for then.

  npm run ops -- verify --stage prod

${commonOptions}

The exit code is 1 when something is missing.
`;

export const verify = (words: string[]): Promise<void> =>
  runChecks({
    ...{ name: 'verify', help: verifyHelp, words },
    checks: [deployed, alarmMail, snapshot, smokeTest],
  });
