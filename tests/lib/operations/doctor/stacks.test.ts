import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { beforeEach, describe, expect, it } from 'vitest';
import { bootstrapped, deployed } from '#lib/operations/doctor.ts';
import { undecided } from '#lib/stage.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';
import { makeSurroundings } from './surroundings.ts';

const cloud = standInFor(CloudFormationClient);
beforeEach(() => cloud.reset());

const toolkit = (StackStatus: 'CREATE_COMPLETE' | 'ROLLBACK_COMPLETE') =>
  cloud.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).resolves({
    Stacks: [{ StackName: 'CDKToolkit', CreationTime: new Date(), StackStatus }],
  });

describe('the check of the account', () => {
  it("the account check passes if the toolkit's stack exists", async () => {
    toolkit('CREATE_COMPLETE');
    expect(await bootstrapped.look(makeSurroundings())).toMatchObject({ state: 'ok' });
  });

  it("the account check names the command if the toolkit's stack is missing or incomplete", async () => {
    const command = 'npm run build && npx cdk bootstrap aws://ACCOUNT/eu-north-1';
    cloud
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('Stack does not exist'), { name: 'ValidationError' }));
    expect(await bootstrapped.look(makeSurroundings())).toMatchObject({ state: 'missing', command });
    toolkit('ROLLBACK_COMPLETE');
    expect(await bootstrapped.look(makeSurroundings())).toMatchObject({ state: 'missing', command });
  });

  it('the account check asks for the region of the edge stack where a budget needs it', async () => {
    cloud
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('Stack does not exist'), { name: 'ValidationError' }));
    const stageFile = { ...undecided, monthlyBudgetUsd: 50 };
    const finding = await bootstrapped.look(makeSurroundings({ stageFile }));
    expect(finding).toMatchObject({
      command: 'npm run build && npx cdk bootstrap aws://ACCOUNT/eu-north-1 aws://ACCOUNT/us-east-1',
    });
  });
});

describe('the check of the stack', () => {
  it('the stack check asks for a first deployment', async () => {
    expect(await deployed.look(makeSurroundings())).toMatchObject({ state: 'ok' });
    expect(await deployed.look(makeSurroundings({ outputs: null }))).toMatchObject({
      state: 'missing',
      command: 'npm run deploy -- --stage prod',
    });
  });
});
