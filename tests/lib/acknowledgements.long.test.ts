import { App, type Environment, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { acknowledge, acknowledgeCarIndex, acknowledgements } from '#lib/acknowledgements.ts';
import { type StageFile, undecided } from '#lib/stage.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/abc';
const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/limit/abc';
const { stack, data } = synthesizeStack();

describe('acknowledged findings', () => {
  it('there are at most twenty acknowledged findings, each with its own reason', () => {
    const reasons = acknowledgements.map(({ reason }) => reason);
    expect(acknowledgements.length).toBeLessThanOrEqual(20);
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(reasons.filter((reason) => reason.length < 40)).toEqual([]);
  });

  it('every acknowledgement names constructs, never the whole stack', () => {
    expect(acknowledgements.flatMap(({ at }) => at).filter((path) => path === '')).toEqual([]);
    expect(acknowledgements.every(({ at }) => at.length > 0)).toBe(true);
  });

  it('an acknowledgement lists each accepted wildcard, so that a new one is a new finding', () => {
    const wildcards = acknowledgements.filter(({ rule }) => rule === 'IAM5' || rule === 'IAM4');
    expect(wildcards.every(({ findings }) => (findings?.length ?? 0) > 0)).toBe(true);
    const ours = wildcards
      .filter(({ at }) => at.includes('Functions'))
      .flatMap(({ findings }) => findings ?? []);
    expect(ours.filter((finding) => !/^Resource::.+\/\*$/.test(finding))).toEqual([]);
  });

  it('every acknowledgement names constructs that exist', () => {
    acknowledge(stack, data);
    const said = stack.node.findChild('Queues').node.findChild('StreamFailures').node.metadata;
    expect(said.map((entry) => entry.type)).toContain(Validations.ACKNOWLEDGED_RULES_METADATA_KEY);
    expect(() => acknowledge(new Stack(new App(), 'Empty'), data)).toThrow(/No child with id/);
  });

  it.each<[string, Environment, Partial<StageFile>?]>([
    ['the region alone', { region: 'eu-north-1' }],
    ['account and region', { account: '123456789012', region: 'eu-north-1' }],
    [
      'a domain, a firewall, a sender and who is told of alarms',
      { account: '123456789012', region: 'eu-north-1' },
      {
        domain: { name: 'bilfund.example', hostedZoneId: 'Z0123456789ABC', certificateArn },
        firewall: { requestsPerFiveMinutes: 3000, webAclArn },
        mailFrom: 'news@bilfund.example',
        alarmMail: 'operator@bilfund.example',
      },
    ],
  ])(
    'a stack with %s has no finding that is not acknowledged',
    { timeout: 180_000 },
    (_, env, stageFile = {}) => {
      // Synthesis fails, with a list, when a finding of the checks is not acknowledged.
      const synthesize = (isAcknowledged: boolean) => () =>
        synthesizeStack(stageFile, env, (deployed, kept) => {
          Validations.of(deployed.node.root).addPlugins(new AwsSolutionsChecks(deployed));
          if (isAcknowledged) acknowledge(deployed, kept);
        });
      expect(synthesize(false)).toThrow(/AwsSolutions-IAM5/);
      expect(synthesize(true)).not.toThrow();
    },
  );

  it('a stack with a search domain has no finding that is not acknowledged', { timeout: 180_000 }, () => {
    const asking = {
      carIndex: { nodes: 2, instanceType: 'r7g.large.search', gigabytes: 20 },
      settings: { ...undecided.settings, CATALOG: 'opensearch' as const },
    };
    const synthesize = (isAcknowledged: boolean) => () =>
      synthesizeStack(asking, { account: '123456789012', region: 'eu-north-1' }, (deployed, kept, index) => {
        Validations.of(deployed.node.root).addPlugins(new AwsSolutionsChecks(deployed));
        acknowledge(deployed, kept);
        if (isAcknowledged) acknowledgeCarIndex(deployed, index!);
      });
    expect(synthesize(false)).toThrow(/AwsSolutions-OS1/);
    expect(synthesize(true)).not.toThrow();
  });
});

it('two synths of the same sources are the same resources', () => {
  // The metadata names the folder of each synth's invented bundles.
  const synthesized = () =>
    Object.entries(synthesizeStack().resources).map(([id, { Metadata: _, ...resource }]) => [id, resource]);
  expect(synthesized()).toEqual(synthesized());
});
