import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultPlan } from '../faults/fault-plan.ts';
import { openStores } from '../local-cloud.ts';
import { createSecretValues } from '../services/secret-service.ts';
import { cutOffSentence, takeOwnership } from '../single-owner.ts';
import { temporaryFolder } from './support/contract-target.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const owner = () => join(folder.path, 'owner.json');

describe('the owner of a data folder', () => {
  test.each(['', '{"pid":1', 'null', '{}'])('is nobody when a cut left the file as %j', (left) => {
    writeFileSync(owner(), left);
    const said: string[] = [];
    const giveBack = takeOwnership(folder.path, (sentence) => said.push(sentence));
    expect(said).toEqual([cutOffSentence]);
    expect(JSON.parse(readFileSync(owner(), 'utf8'))).toMatchObject({ pid: process.pid });
    giveBack();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('a data folder', () => {
  test('is read by its user alone: it holds hashes of passwords, codes and signing keys', async () => {
    // As an earlier run left it.
    writeFileSync(join(folder.path, 'users.sqlite'), '', { mode: 0o644 });
    const { engine, ...stores } = await openStores(folder.path, new FaultPlan());
    const files = readdirSync(folder.path).filter((name) => name.includes('.sqlite'));
    expect(files).toEqual(expect.arrayContaining(['users.sqlite', 'users.sqlite-wal', 'tables.sqlite']));
    const readable = files.filter((name) => (statSync(join(folder.path, name)).mode & 0o077) !== 0);
    expect(readable).toEqual([]);
    engine.close();
    for (const store of Object.values(stores)) store.close();
  });

  test('whose secrets cannot be read names their file', () => {
    writeFileSync(join(folder.path, 'secrets.json'), '');
    const own = [{ logicalId: 'Key', name: 'key', generatedLength: 8 }];
    const lookUp = createSecretValues(folder.path, own);
    expect(() => lookUp('key')).toThrow(join(folder.path, 'secrets.json'));
  });
});
