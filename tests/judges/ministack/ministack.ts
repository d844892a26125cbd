import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomainClock } from 'embedded-cloud/clock.ts';
import type { Answer } from '#lib/operations/doctor/report.ts';
import { startMarketplace } from '#local/demo-marketplace.ts';
import { environmentOverrides } from '#local/overrides.ts';
import type { Judge, Verdict } from '../judge.ts';
import { cache, pythonTool } from '../python-tool.ts';
import { synthesizeStages } from '../synthesize.ts';
import { withServer } from '../with-server.ts';
import { openDoor } from './door.ts';
import { idOf, writeEmulatorAssembly } from './emulator-assembly.ts';
import { type Said, stepsWith } from './steps.ts';

const frontScript = fileURLToPath(new URL('front.ts', import.meta.url));
/** Where the emulator listens; before it stands a door (door.ts). */
const inside = '127.0.0.2';
const account = '123456789012';
/** The emulator mails no code: it takes this one. */
const code = '123456';
const person = { email: 'operator@example.dk', password: 'hemmelig-kode', code };

const failed = ({ status, text, seconds }: Said, what: string): string[] =>
  status === 0 ? [] : [`${what} failed after ${seconds.toFixed(0)} s: ${text.slice(-1500)}`];

/** What a new account has not got, and its operator is told of: keys of others. */
const expectedMissing = ['secrets'];

/** What a command that only looks finds missing, and should not. */
function missedBy(what: string, { text }: Said): string[] {
  const answer = text.trim().split('\n').at(-1) ?? '';
  if (!answer.startsWith('{')) return [`${what} gives no answer: ${text.slice(-1500)}`];
  const { checks } = JSON.parse(answer) as { checks: Answer[] };
  return checks
    .filter(({ name, state }) => state === 'missing' && !expectedMissing.includes(name))
    .map(({ name, sentence }) => `${what} misses ${name}: ${sentence}`)
    .concat(
      checks
        .filter(({ sentence }) => sentence.startsWith('It could not be looked at'))
        .map(({ name, sentence }) => `${what} cannot look at ${name}: ${sentence}`),
    );
}

/** A resource that the emulator refuses: an update with it goes back. */
const refused = {
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { Metrics: [{ Id: 'sum', Expression: '1 + 1' }], Threshold: 1, EvaluationPeriods: 1 },
};

/** The emulator writes its certificate below the folder for temporary files. */
const certificateIn = (temporary: string) => join(temporary, 'ministack-tls', 'server.crt');

type Folders = {
  temporary: string;
  assembly: string;
  changed: string;
  former: string;
  from?: string | undefined;
};

/** The emulator's, the site's, and what a program of an operator finds in its environment. */
type Addresses = { origin: string; site: string; environment: NodeJS.ProcessEnv };

const environmentOf = (origin: string, temporary: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ AWS_ENDPOINT_URL: origin, AWS_REGION: 'eu-north-1', TMPDIR: temporary, NODE_NO_WARNINGS: '1' },
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  ...{ AWS_CA_BUNDLE: certificateIn(temporary), NODE_EXTRA_CA_CERTS: certificateIn(temporary) },
});

/** The way of an operator through a new account: from nothing, again without a change, and an update that goes back. */
async function rehearse(
  { origin, site, environment }: Addresses,
  { temporary, assembly, changed, former, from }: Folders,
): Promise<Verdict> {
  const dev = synthesizeStages().find(({ stage }) => stage === 'dev')!;
  const { bootstrap, deploy, copyFiles, look, ask } = stepsWith(environment, account);
  const marketplace = await startMarketplace(
    temporary,
    new DomainClock(join(temporary, 'clock')),
    () => false,
  );
  if (!marketplace) throw new Error('There is no demo marketplace to import from.');
  const variablesOf: Parameters<typeof writeEmulatorAssembly>[2] = (template) => {
    const pool = idOf(template, 'AWS::Cognito::UserPool');
    const sockets = idOf(
      template,
      'AWS::ApiGatewayV2::Api',
      ({ ProtocolType }) => ProtocolType === 'WEBSOCKET',
    );
    return {
      ...environmentOverrides({ marketplaceOrigin: marketplace.origin, registerUrl: marketplace.origin }),
      TOKEN_JWKS_URL: { 'Fn::Join': ['', [`${origin}/`, { Ref: pool }, '/.well-known/jwks.json']] },
      LIVE_ENDPOINT: { 'Fn::Join': ['', [`${origin}/_aws/execute-api/`, { Ref: sockets }, '/live']] },
    };
  };
  const atSite: NonNullable<Parameters<typeof writeEmulatorAssembly>[3]> = ({ Outputs }) => {
    if (Outputs?.Address) Outputs.Address.Value = site;
  };
  const findings: string[] = [];
  const times: string[] = [];
  const step = async (what: string, begin: () => Promise<Said>): Promise<Said> => {
    const said = await begin();
    times.push(`${what} ${said.seconds.toFixed(0)} s`);
    return said;
  };
  try {
    const write = (source: string, to: string, more: typeof atSite = () => {}) =>
      writeEmulatorAssembly(source, to, variablesOf, (template) => {
        atSite(template);
        more(template);
      });
    write(from ?? dev.folder, former);
    write(dev.folder, assembly);
    write(dev.folder, changed, ({ Resources }) => {
      Resources.Refused = refused;
    });
    findings.push(...failed(await step('bootstrap', bootstrap), 'Preparing the account'));
    findings.push(...failed(await step('first deployment', () => deploy(former)), 'The first deployment'));
    if (findings.length > 0) return { checked: times.length, findings };
    findings.push(...failed(await copyFiles(from ?? dev.folder, site), 'Copying the files of the app'));
    for (const what of ['verify', 'doctor'] as const)
      findings.push(...missedBy(what, await step(what, () => look(what))));
    const search = `${marketplace.origin}/marketplace/category/vehicles?make=Ford&maxPrice=30000`;
    const { cars, imported, seconds } = await ask({ site, ...person, isNew: true, search });
    times.push(`import of ${cars} cars ${seconds.toFixed(0)} s`);
    if (imported?.status !== 'completed' || cars === 0)
      findings.push(`The import ended as ${JSON.stringify(imported)} with ${cars} cars.`);
    if (from !== undefined) {
      findings.push(...failed(await step('upgrade', () => deploy(assembly)), 'The upgrade'));
      const upgraded = await ask({ site, ...person, isNew: false });
      if (upgraded.cars !== cars)
        findings.push(`After the upgrade ${upgraded.cars} of ${cars} cars are there.`);
    }
    const again = await step('the same again', () => deploy(assembly));
    findings.push(...failed(again, 'Deploying the same again'));
    if (!again.text.includes('no changes')) findings.push('Deploying the same again changes something.');
    const back = await step('an update that goes back', () => deploy(changed));
    if (back.status === 0) findings.push('An update with a resource that is refused succeeds.');
    const after = await ask({ site, ...person, isNew: false });
    if (after.cars !== cars) findings.push(`After going back ${after.cars} of ${cars} cars are there.`);
    findings.push(
      ...failed(await step('the next deployment', () => deploy(assembly)), 'Deploying after that'),
    );
    return { checked: times.length + 1, findings, says: `${times.join(', ')}.` };
  } finally {
    await marketplace.close();
  }
}

/** ministack: the toolkit deploys the template with roles and permissions enforced, and a person imports through it. */
export const ministack: Judge = {
  name: 'ministack',
  async judge({ from }) {
    const bin = pythonTool('ministack', 'ministack==1.5.33', 'cryptography==46.0.3');
    mkdirSync(cache, { recursive: true });
    const temporary = mkdtempSync(join(tmpdir(), 'bilfund-ministack-'));
    const folders = {
      temporary,
      assembly: join(cache, 'cdk.out-emulator'),
      changed: join(cache, 'cdk.out-refused'),
      former: join(cache, 'cdk.out-former'),
      from,
    };
    const server = {
      name: 'ministack',
      path: join(bin, 'ministack'),
      args: () => [],
      scheme: 'https' as const,
      host: inside,
      environment: (port: number) => ({
        ...process.env,
        // Policies count; without TLS the buckets refuse everybody.
        ...{ AUTH: 'true', USE_SSL: '1', TMPDIR: temporary, S3_DATA_DIR: join(temporary, 's3') },
        // It lets its functions trust it only where nothing else is to be trusted.
        NODE_EXTRA_CA_CERTS: certificateIn(temporary),
        ...{ GATEWAY_PORT: String(port), BIND_HOST: inside },
        ...{ MINISTACK_REGION: 'eu-north-1', MINISTACK_ACCOUNT_ID: account },
      }),
    };
    try {
      return await withServer(server, async (origin) => {
        const door = await openDoor(Number(new URL(origin).port), inside);
        const environment = environmentOf(origin, temporary);
        const front = {
          name: 'The front',
          path: process.execPath,
          args: (port: number) => [frontScript, String(port)],
          environment: () => environment,
        };
        return withServer(front, (site) => rehearse({ origin, site, environment }, folders)).finally(() =>
          door.close(),
        );
      });
    } finally {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
