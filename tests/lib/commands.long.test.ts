import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import * as cloudformation from '@aws-sdk/client-cloudformation';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { cannotTell, missing, ok, reportOf } from '#lib/operations/doctor.ts';
import { missingValues, stages, undecided } from '#lib/stage.ts';
import {
  operationsFolder as folder,
  operatorCommands,
  operatorPages as pages,
} from '#tests/support/operator-commands.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** The build has no help. */
const programs = Object.entries(scripts).flatMap(([name, command]) =>
  command.startsWith('node ') && !command.includes('lib/build/')
    ? [[name, command.split(' ').slice(1)] as const]
    : [],
);
const run = (args: readonly string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });
const benches = [...run(['tests/bench/run.ts']).stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!);

describe('--help', () => {
  it.each([
    ...programs,
    ...benches.map((name) => [`bench ${name}`, ['tests/bench/run.ts', name]] as const),
    ...['growth', 'sweep'].map((name) => [`simulate ${name}`, ['tests/simulation/run.ts', name]] as const),
    ['record-import', ['local/example/record-import.ts']] as const,
  ])('npm run %s --help prints its usage and does nothing', (name, args) => {
    const { status, stdout, stderr } = run([...args, '--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(name === 'record-import' ? args[0] : name.split(' ')[0]);
    expect(stdout).toContain('--');
  });
});

describe('the documents for operators', () => {
  const beginning = (start: string) => operatorCommands.filter(({ command }) => command.startsWith(start));
  const run = promisify(execFile);
  const helpOf = new Map<string, Promise<string>>();
  /** @param words A script of package.json, and the command where the script has several. */
  function help([script = '', ...words]: readonly string[]): Promise<string> {
    const path = scripts[script]!.split(' ')[1]!;
    const name = [script, ...words].join(' ');
    const known = helpOf.get(name) ?? run('node', [path, ...words, '--help']).then(({ stdout }) => stdout);
    helpOf.set(name, known);
    return known;
  }
  const isOurs = (script: string) => scripts[script]?.startsWith('node lib/operations/') ?? false;
  /** Each program is started, which takes seconds where others work on the machine too. */
  const patience = { timeout: 240_000 };

  it('every document for operators is reachable from the first one', () => {
    const reached = new Set([join(folder, 'README.md')]);
    for (const path of reached) {
      const text = pages.find((page) => page.path === path)?.text ?? '';
      for (const [, link] of text.matchAll(/\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g))
        reached.add(normalize(join(dirname(path), link!)));
    }
    expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  it('the documents for operators name existing scripts with options from their help', patience, async () => {
    const used = beginning('npm run');
    expect(used.length).toBeGreaterThan(15);
    for (const { path, command } of used) {
      const [, script = '', rest = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
      expect(scripts[script], `${path}: ${command}`).toBeDefined();
      if (!isOurs(script)) continue;
      const [all = ''] = rest.split(' -- ');
      const name = script === 'ops' ? all.split(' ')[0]! : '';
      const ours = all.slice(name.length).trim();
      const explained = await help([script, ...(name ? [name] : [])]);
      for (const [flag] of ours.matchAll(/--[\w-]+/g))
        expect(explained, `${path}: ${command}`).toContain(flag);
      if (explained.includes('--stage'))
        expect(ours, `${path}: ${command}`).toMatch(
          new RegExp(`--stage (?:${stages.join('|')}|…)|--help|^$`),
        );
    }
  });

  it('the documents for operators use operations and options that the AWS clients know', () => {
    const clients: Record<string, object> = { cloudformation, 'cognito-idp': cognito, dynamodb };
    const checked = beginning('aws').filter(({ command }) => command.split(' ')[1]! in clients);
    expect(checked.length).toBeGreaterThan(8);
    for (const { path, command } of checked) {
      const [, service = '', operation = ''] = command.split(' ');
      if (operation === 'wait') continue;
      const name = operation.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(Object.keys(clients[service]!), `${path}: ${command}`).toContain(`${name}Command`);
      expect(command, path).toContain('--region eu-north-1');
    }
  });

  it('the documents for operators use existing CDK commands and name the stage', patience, async () => {
    const { stdout: known } = await run('node', ['node_modules/aws-cdk/bin/cdk', '--help']);
    for (const { path, command } of beginning('npx cdk')) {
      const [, , name = ''] = command.split(' ');
      expect(known, `${path}: ${command}`).toMatch(new RegExp(`cdk ${name}\\b`));
      if (name !== 'bootstrap') expect(command, path).toMatch(/Bilfund-(?:dev|prod) .*-c stage=(?:dev|prod)/);
    }
  });

  const page = pages.find(({ path }) => path.endsWith('deploy.md'))!.text;
  /** What a command says on this machine, which has no stage and no keys. */
  const answerOf = (words: readonly string[]) =>
    run('node', [...words], { env: { PATH: process.env.PATH } }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );

  it('the page of deployments shows what its first commands answer', patience, async () => {
    const csv = join(mkdtempSync(join(tmpdir(), 'market-')), 'cars.csv');
    const rows = Array.from(
      { length: 400 },
      (_, n) => `${60_000 + 300 * n},Skoda,Octavia,${2010 + (n % 12)},90000`,
    );
    writeFileSync(csv, ['price,make,model,year,mileage', ...rows].join('\n'));
    const market = ['lib/operations/ops.ts', 'market', '--stage', 'prod', '--dry-run'];
    const answers = await Promise.all([
      // An operator has filled in the file that the program reads.
      missingValues('prod', undecided)!,
      answerOf([...market, csv, '--date', '2026-10-20']),
      answerOf([...market, csv, '--date', '2026-10-20', '--map', 'price=Pris']),
    ]);
    // The figures are those of whoever tries it.
    const plain = (text: string) => text.replace(/\d[\d.]*/g, '…').replace(/\s+/g, ' ');
    const [refused, lent, unknown] = answers.map((answer) => plain(answer).trim()) as [
      string,
      string,
      string,
    ];
    expect(plain(page)).toContain(refused);
    expect(plain(page)).toContain(lent);
    expect(unknown).toContain('The file has no column for: price');
  });

  it('the page of deployments shows a report of the doctor as it is printed', () => {
    const report = reportOf('prod', [
      { name: 'stack', ...ok('The stack Bilfund-prod stands.') },
      {
        name: 'list of cars',
        ...cannotTell(
          'The list of cars is not written yet: that is done every quarter of an hour. Look again then.',
        ),
      },
      {
        name: 'alarms',
        ...missing(
          'drift@bilfund.example has not confirmed that it wants the mails of alarms: open the mail of SNS, or have it sent anew.',
          'aws sns subscribe --region eu-north-1 --topic-arn TOPIC --protocol email --notification-endpoint drift@bilfund.example',
        ),
      },
      { name: 'functions at once', ...ok('') },
    ]);
    for (const line of report.split('\n').slice(0, 4)) expect(page).toContain(line);
  });
});
