import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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
