import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildProject } from '#local/project-build.ts';
import { copyAssembly } from '#tests/support/assembly.ts';
import { buyPremium, Person, type Product, signIn, signUp, startProduct } from '#tests/support/product.ts';
import { type Acknowledgement, cache, type Judge, pythonTool, without } from '../judge.ts';

/** ST204: another answer to a method that is not there than 405; ST201: taken against the schema; ST202: refused by it allowed. */
const acknowledgements: readonly Acknowledgement[] = [
  {
    finding: /: ST204 /,
    because:
      'API Gateway answers 404, not 405, to a method that a path does not have; no code of ours runs and nothing is changed.',
  },
  {
    finding: /: ST201 .*: GET \/(?:car|share)\/\{id\}$/,
    because:
      'The edge keeps of a page’s query only a language that it knows, so that made-up ones are drawn once: the default is shown.',
  },
  {
    finding: /: ST202 .*: POST \/api\/auth\/(?:confirm|reset)$/,
    because: 'A made-up code is well-formed and wrong: 400 code_mismatch.',
  },
  {
    finding: /: ST202 .*: POST \/api\/payments\/webhook$/,
    because: 'No schema can say that a signature over the raw body has to be Stripe’s.',
  },
  {
    finding:
      /: ST202 .*: (?:GET \/api\/cars|(?:POST|PUT) \/api\/(?:saved-searches(?:\/\{id\})?|subscriptions))$/,
    because: 'A place is a town that we know; 1,100 names are no part of the document.',
  },
  {
    finding: /: ST202 .*: GET \/api\/account\/export$/,
    because: 'The place to go on from is sealed by us: a made-up one is none.',
  },
  {
    finding: /: ST202 .*: POST \/api\/imports\/page$/,
    because: 'Bytes that are no saved page are told so: 422, and 400 for none at all.',
  },
  {
    finding: /: ST202 .*: POST \/scrape$/,
    because:
      'A link is one of a marketplace; which are is told by the rules of each, in sentences (link_invalid and others).',
  },
  {
    finding: /: ST202 .*: POST \/api\/payments\/redeem-code$/,
    because: 'A made-up code is well-formed and worth nothing: 400 promotion_code_invalid.',
  },
  {
    finding: /: ST202 .*: (?:POST \/api\/push-subscriptions|PUT \/api\/notification-settings)$/,
    because:
      'An address must be public, https and without a port, which a look at its name decides: 400 address_refused.',
  },
];

type Reader = { name: 'anonymous' | 'free' | 'premium'; person: Person };

/** Who asks: a visitor, and two people with accounts of their own. */
async function makeReaders(product: Product): Promise<Reader[]> {
  const [free, premium] = [
    await signUp(product, 'free@example.dk'),
    await signUp(product, 'premium@example.dk'),
  ];
  await buyPremium(premium, 'premium_monthly');
  return [
    { name: 'anonymous', person: new Person(product.url, '') },
    { name: 'free', person: free },
    { name: 'premium', person: premium },
  ];
}

/** The headers of a reader; of a session that has just begun, because one lasts a quarter of an hour. */
async function headersOf({ name, person }: Reader): Promise<string[]> {
  if (name === 'anonymous') return [];
  await signIn(person);
  return ['--header', `Authorization: Bearer ${person.token}`];
}

/** What its report says of one reader's run, as far as it is read here. */
type Report = {
  complete: boolean;
  stop_reason: string;
  operations: { selected: number; tested: number };
  test_cases: { generated: number };
  failures: { code: string; title: string; operations: string[] }[];
  errors: unknown[];
};

/** Cases of each operation in the phase of chance, and of each kind of chain in that of states. */
const examples = '12';
const phases = 'examples,coverage,fuzzing,stateful';
const reports = join(cache, 'schemathesis-reports');

/** Ends with 1 when it found something and with 0 when not: its report says what. */
function run(program: string, args: readonly string[], log: string): Promise<void> {
  const out = openSync(log, 'w');
  return new Promise((done, reject) => {
    // It keeps a folder of its own where it is started.
    spawn(program, args, { stdio: ['ignore', out, out], cwd: reports })
      .on('error', reject)
      .on('close', () => done());
  });
}

async function examine(program: string, url: string, reader: Reader): Promise<Report> {
  const report = join(reports, `${reader.name}.json`);
  const fixed = ['--seed', '1', '--generation-database', 'none', '--no-color', '--continue-on-failure'];
  await run(
    program,
    [
      ...['run', `${url}/api/openapi.json`, '--phases', phases, '--max-examples', examples, ...fixed],
      ...['--request-timeout', '60', '--report', 'json', '--report-json-path', report],
      ...(await headersOf(reader)),
    ],
    join(reports, `${reader.name}.log`),
  );
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function findingsOf({ name }: Reader, report: Report): string[] {
  const { complete, stop_reason, operations, failures, errors } = report;
  return [
    ...failures.flatMap(({ code, title, operations }) =>
      operations.map((operation) => `${name}: ${code} ${title}: ${operation}`),
    ),
    ...errors.map((error) => `${name}: ${JSON.stringify(error).slice(0, 300)}`),
    ...(complete && operations.tested === operations.selected ? [] : [`${name}: it ended by ${stop_reason}`]),
  ];
}

/**
 * Every operation of our OpenAPI document, asked of the running product in all its phases by a visitor, a free and a premium
 * person. Nothing is left out: no made-up password erases an account, and without a refresh cookie nobody is signed out.
 */
export const schemathesis: Judge = {
  name: 'schemathesis',
  async judge() {
    const program = join(pythonTool('schemathesis', 'schemathesis==4.32.5'), 'schemathesis');
    rmSync(reports, { recursive: true, force: true });
    mkdirSync(reports, { recursive: true });
    // One program asks as much as many people do.
    const assembly = copyAssembly(await buildProject(() => undefined), { RATE_FACTOR: '1000' });
    const product = await startProduct({ cdkOut: assembly.folder });
    const found: string[] = [];
    const said: string[] = [];
    let checked = 0;
    try {
      for (const reader of await makeReaders(product)) {
        const report = await examine(program, product.url, reader);
        const findings = findingsOf(reader, report);
        found.push(...findings);
        checked += report.test_cases.generated;
        const { findings: open } = without(acknowledgements, findings);
        const isOpen = open.filter((each) => findings.includes(each)).length;
        said.push(
          `${reader.name} ${report.test_cases.generated} cases of ${report.operations.tested} operations, ${findings.length} findings, ${isOpen} open`,
        );
      }
    } finally {
      await product.remove();
      assembly.remove();
    }
    return { checked, ...without(acknowledgements, found), says: `${said.join('; ')} (logs: ${reports})` };
  },
};
