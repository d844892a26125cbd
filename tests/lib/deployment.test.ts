import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '#lib/deployment.ts';
import { undecided } from '#lib/stage.ts';

describe('a deployment', () => {
  it('is of dev unless another stage is named', () => {
    expect(readDeployment({})).toMatchObject({ stage: 'dev', isProtected: false });
    expect(readDeployment({ stage: 'prod', synthOnly: 'true' }).stage).toBe('prod');
  });

  it('is of no stage that is misspelt', () => {
    expect(() => readDeployment({ stage: 'production' })).toThrow(
      'The stage is "production" but must be one of dev, prod.',
    );
  });

  it('of prod stops as long as values are missing, unless the template is only looked at', () => {
    expect(() => readDeployment({ stage: 'prod' })).toThrow(/"mailFrom".*\n.*"alarmMail"/);
    expect(readDeployment({ stage: 'prod', synthOnly: true }).stageFile.alarmMail).toBeNull();
  });

  it.each(['REGISTER_KIND', 'alarmMail', 'mailfrom', 'IMPORTS_ENABLED'])(
    'takes no -c %s=…, which the next deployment would forget',
    (name) => {
      expect(() => readDeployment({ stage: 'prod', [name]: 'false' })).toThrow(
        `-c ${name}=…: what a deployment is set to stands in stages/prod.json`,
      );
    },
  );

  it('takes what the toolkit puts beside the stage', () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
    const toolkits = { 'aws:cdk:version-reporting': true, 'availability-zones:account=1:region=x': [] };
    expect(readDeployment({ ...context, ...toolkits }).stage).toBe('dev');
  });

  it('on this machine has nothing of what is decided of the cloud', () => {
    const { stageFile } = readDeployment({ stage: 'prod', stageFile: 'none' });
    // It shares no quota of AWS with anybody.
    expect(stageFile).toEqual({ ...undecided, accountConcurrency: null });
  });

  it('on this machine takes who visits from the environment, and nowhere else', () => {
    const local = (visitsBy: string) => readDeployment({ stageFile: 'none', visitsBy }).stageFile;
    expect(local('both').settings.VISITS_BY).toBe('both');
    expect(() => local('somebody')).toThrow(
      /VISITS_BY is "somebody" but must be one of lambda, visitor, both/,
    );
    expect(() => readDeployment({ stage: 'dev', visitsBy: 'both' })).toThrow(/stands in stages\/dev\.json/);
  });

  it('is protected when it is told that the stack is', () => {
    expect(readDeployment({ isProtected: 'true' }).isProtected).toBe(true);
    expect(readDeployment({ isProtected: 'false' }).isProtected).toBe(false);
  });
});
