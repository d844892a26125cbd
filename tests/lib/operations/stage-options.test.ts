import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { beforeEach, describe, expect, it } from 'vitest';
import { CloudStacks, readStageOptions, runProgram } from '#lib/operations/stage-options.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';

describe('a script in the operator’s terminal', () => {
  it('gets the variables that it is run with, and its failure is a refusal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bilfund-script-'));
    const script = join(folder, 'asks.mjs');
    writeFileSync(script, 'process.exitCode = process.env.TABLE_NAME === process.argv[2] ? 0 : 1;');
    const path = relative(process.cwd(), script);
    await expect(runProgram(path, ['cars'], { TABLE_NAME: 'cars' })).resolves.toBeUndefined();
    await expect(runProgram(path, ['cars'], { TABLE_NAME: 'others' })).rejects.toThrow(/ended with an error/);
    rmSync(folder, { recursive: true });
  });
});

describe('the options of a command for a stage', () => {
  it("a command's options are the stage, its own flags and remaining words", () => {
    expect(readStageOptions(['--stage', 'prod', '--off'], 'replay', ['off'])).toEqual({
      stage: 'prod',
      words: [],
      flags: { off: true },
    });
    expect(readStageOptions(['--stage', 'dev', '--', '--no-rollback'], 'deploy')?.words).toEqual([
      '--no-rollback',
    ]);
  });

  it('--help overrides all other options', () => {
    expect(readStageOptions(['--help'], 'deploy')).toBeNull();
  });

  it.each([
    [[], 'Say which stage: npm run deploy -- --stage dev|prod'],
    [['--stage', 'production'], 'The stage is "production" but must be one of dev, prod.'],
    [['-c', 'stage=prod'], /"npm run deploy -- --help" lists the options\.$/],
  ])('the options %j are refused with a sentence', (args, sentence) => {
    expect(() => readStageOptions(args, 'deploy')).toThrow(sentence);
  });
});

describe('a stack of the account', () => {
  const cloud = standInFor(CloudFormationClient);
  const stacks = new CloudStacks('eu-north-1');
  beforeEach(() => cloud.reset());

  const errorOf = (name: string, message: string) => Object.assign(new Error(message), { name });

  it('a stack is read with its protection and its outputs', async () => {
    cloud.on(DescribeStacksCommand, { StackName: 'Bilfund-prod' }).resolves({
      Stacks: [
        {
          StackName: 'Bilfund-prod',
          CreationTime: new Date('2026-11-23T10:00:00Z'),
          StackStatus: 'UPDATE_ROLLBACK_COMPLETE',
          EnableTerminationProtection: true,
          Outputs: [{ OutputKey: 'Address', OutputValue: 'https://example.com' }],
        },
      ],
    });
    expect(await stacks.find('Bilfund-prod')).toEqual({
      isProtected: true,
      hasFailedAtFirst: false,
      outputs: { Address: 'https://example.com' },
      createdAt: new Date('2026-11-23T10:00:00Z'),
    });
  });

  it.each(['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'] as const)(
    'a stack in state %s counts as never completed',
    async (StackStatus) => {
      cloud
        .on(DescribeStacksCommand)
        .resolves({ Stacks: [{ StackName: 'x', CreationTime: new Date(), StackStatus }] });
      expect(await stacks.find('x')).toMatchObject({ isProtected: false, hasFailedAtFirst: true });
    },
  );

  it('a missing stack is reported as null', async () => {
    cloud.on(DescribeStacksCommand).rejects(errorOf('ValidationError', 'Stack with id x does not exist'));
    expect(await stacks.find('x')).toBeNull();
  });

  it('a failing read tells the operator to sign in', async () => {
    cloud
      .on(DescribeStacksCommand)
      .rejects(errorOf('CredentialsProviderError', 'Could not load credentials'));
    await expect(stacks.find('x')).rejects.toThrow(
      'AWS does not tell of the stack x: Could not load credentials. Sign in to the account first',
    );
  });

  it('a stack can be protected and unprotected', async () => {
    cloud.on(UpdateTerminationProtectionCommand).resolves({});
    await stacks.protect('x', true);
    await stacks.protect('x', false);
    expect(cloud.commandCalls(UpdateTerminationProtectionCommand).map(({ args }) => args[0].input)).toEqual([
      { StackName: 'x', EnableTerminationProtection: true },
      { StackName: 'x', EnableTerminationProtection: false },
    ]);
  });
});
