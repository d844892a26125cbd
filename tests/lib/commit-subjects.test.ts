import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostLetters, subjectsToPush, tooLong } from '#tests/support/commit-subjects.ts';

const folder = mkdtempSync(join(tmpdir(), 'subjects-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [shared, full, shallow] = ['shared', 'full', 'shallow'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const git = (at: string, ...args: string[]) => execFileSync('git', ['-C', at, ...args], { stdio: 'pipe' });
const person = [
  '-c',
  'user.name=Anna',
  '-c',
  'user.email=anna@bilfund.example',
  '-c',
  'commit.gpgsign=false',
];
const commit = (at: string, subject: string) =>
  git(at, ...person, 'commit', '--allow-empty', '--no-verify', '-q', '-m', subject);

beforeAll(() => {
  git(folder, 'init', '-q', '-b', 'main', shared);
  commit(shared, 'The first, which is old');
  commit(shared, 'The second, which is old');
});

describe('the subjects that are looked at', () => {
  it('are the last one where nothing is shared', () => {
    expect(subjectsToPush(shared)).toEqual(['The second, which is old']);
  });

  it('are those that the shared repository does not have, newest first', () => {
    git(folder, 'clone', '-q', shared, full);
    expect(subjectsToPush(full)).toEqual([]);
    commit(full, 'Answer sooner');
    commit(full, 'Answer better');
    expect(subjectsToPush(full)).toEqual(['Answer better', 'Answer sooner']);
  });

  it('are the same in a clone without history', () => {
    git(folder, 'clone', '-q', '--depth', '1', `file://${shared}`, shallow);
    expect(subjectsToPush(shallow)).toEqual([]);
    commit(shallow, 'Answer sooner');
    expect(subjectsToPush(shallow)).toEqual(['Answer sooner']);
  });

  it('are refused from the 73rd letter on', () => {
    const [fits, exceeds] = ['ø'.repeat(mostLetters), 'ø'.repeat(mostLetters + 1)];
    expect(tooLong([fits, exceeds])).toEqual([exceeds]);
  });
});
