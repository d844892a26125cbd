import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '#lib/deployment.ts';
import { undecided } from '#lib/stage.ts';

describe('a deployment', () => {
  it('a deployment without a stage is of dev', () => {
    expect(readDeployment({})).toMatchObject({ stage: 'dev' });
    expect(readDeployment({ stage: 'prod', synthOnly: 'true' }).stage).toBe('prod');
  });

  it('a deployment to a misspelt stage is refused', () => {
    expect(() => readDeployment({ stage: 'production' })).toThrow(
      'The stage is "production" but must be one of dev, prod.',
    );
  });

  it('a deployment of prod stops while values are missing, except for a look at the template', () => {
    const readFile = () => undecided;
    expect(() => readDeployment({ stage: 'prod' }, readFile)).toThrow(/"mailFrom".*\n.*"alarmMail"/);
    expect(readDeployment({ stage: 'prod', synthOnly: true }, readFile).stageFile).toEqual(undecided);
  });

  it.each(['REGISTER_KIND', 'alarmMail', 'mailfrom', 'IMPORTS_ENABLED'])(
    'a deployment refuses -c %s=…, which the next one would forget',
    (name) => {
      expect(() => readDeployment({ stage: 'prod', [name]: 'false' })).toThrow(
        `-c ${name}=…: what a deployment is set to stands in stages/prod.json`,
      );
    },
  );

  it("a deployment ignores the toolkit's own context", () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
    const toolkits = { 'aws:cdk:version-reporting': true, 'availability-zones:account=1:region=x': [] };
    expect(readDeployment({ ...context, ...toolkits }).stage).toBe('dev');
  });

  it("a local template has no setting of the cloud's stage file", () => {
    const { stageFile } = readDeployment({ stage: 'prod', stageFile: 'none' });
    // It shares no quota of AWS with anybody.
    expect(stageFile).toEqual({ ...undecided, accountConcurrency: null });
  });

  it('a deployment keeps the termination protection of the stacks that are named', () => {
    const { protectedStacks } = readDeployment({ protectedStacks: 'Bilfund-dev,Bilfund-dev-data' });
    expect(protectedStacks).toEqual(['Bilfund-dev', 'Bilfund-dev-data']);
    expect(readDeployment({}).protectedStacks).not.toContain('Bilfund-dev');
  });
});
