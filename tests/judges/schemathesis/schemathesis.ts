import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildProject } from '#local/project-build.ts';
import { copyAssembly } from '#tests/support/assembly-copy.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Judge, without } from '../judge.ts';
import { cache, pythonTool } from '../python-tool.ts';
import { acknowledgements } from './acknowledged.ts';
import { headersOf, makeReaders, type Reader } from './readers.ts';

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
    const assembly = copyAssembly(await buildProject(resolve('.'), () => undefined), { RATE_FACTOR: '1000' });
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
