import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingEnvironment } from '#core/contract/needs.ts';
import type { Operator } from '#core/operator.ts';
import { readDeployment } from '#lib/deployment.ts';
import {
  missingValues,
  parseStageFile,
  readStage,
  readStageFile,
  settingVariables,
  stages,
  undecided,
} from '#lib/stage.ts';
import { acceptedOperator, sampleOperator } from '#tests/support/sample-operator.ts';

it('every setting is a variable of the functions, as text', () => {
  const variables = settingVariables({
    ...undecided.settings,
    NEW_ACCOUNT_SCRAPES: 3,
    IMPORTS_ENABLED: false,
    OPERATOR: sampleOperator,
  });
  expect(Object.keys(variables).sort()).toEqual([...settingEnvironment].sort());
  expect(variables).toMatchObject({
    MARKETPLACE_ORIGIN: '',
    SCRAPE_PAUSE_SECONDS: '3',
    NEW_ACCOUNT_SCRAPES: '3',
    IMPORTS_ENABLED: 'false',
    REGISTER_KIND: 'none',
    OPERATOR: JSON.stringify(sampleOperator),
  });
  expect(settingVariables(undecided.settings)).toMatchObject({ OPERATOR: '' });
});

const parse = (file: object) => parseStageFile('stages/prod.json', JSON.stringify(file));
/** What an operator has given. */
const given = {
  ...{ mailFrom: 'news@example.com', alarmMail: 'operator@example.com' },
  settings: { ...undecided.settings, OPERATOR: acceptedOperator },
};

it('a command without a stage names the stages', () => {
  expect(() => readStage(undefined)).toThrow('Say which stage: --stage dev|prod');
});

describe('the file of a stage', () => {
  it('an empty stage file means the real marketplace at a polite pace and a new account’s quota', () => {
    expect(parse({})).toEqual(undecided);
    expect(undecided).toMatchObject({ mailFrom: null, alarmMail: null, accountConcurrency: 10 });
    expect(undecided.settings).toMatchObject({
      MARKETPLACE_ORIGIN: '',
      REGISTER_KIND: 'none',
      SCRAPE_PAUSE_SECONDS: 3,
      IMPORTS_ENABLED: true,
    });
  });

  it('a stage file keeps the defaults of settings that it omits', () => {
    const { settings } = parse({ settings: { IMPORTS_ENABLED: false } });
    expect(settings).toEqual({ ...undecided.settings, IMPORTS_ENABLED: false });
  });

  it("a stage file may omit the account's concurrency", () => {
    expect(parse({ accountConcurrency: null }).accountConcurrency).toBeNull();
  });

  it('a stage file with unknown names is refused with all of them', () => {
    const wrong = { alarmMial: 'a@example.com', settings: { IMPORTS_ENABLE: true, REGISTER: 'none' } };
    expect(() => parse(wrong)).toThrow(
      [
        'stages/prod.json is wrong:',
        '  "settings.IMPORTS_ENABLE", "settings.REGISTER" are no names of a stage file.',
        '  "alarmMial" is no name of a stage file.',
      ].join('\n'),
    );
  });

  it('a setting that stands outside the settings is refused with its place', () => {
    const sentence = '"OPERATOR" is no name of a stage file. Write OPERATOR under "settings".';
    expect(() => parse({ OPERATOR: acceptedOperator })).toThrow(sentence);
  });

  it.each([
    [{ alarmMail: 'operator' }, '"alarmMail" must be a mail address.'],
    [{ accountConcurrency: 2.5 }, '"accountConcurrency" must be a whole number from 1.'],
    [{ accountConcurrency: 0 }, '"accountConcurrency" must be a whole number from 1.'],
    [{ settings: { IMPORTS_ENABLED: 'false' } }, '"settings.IMPORTS_ENABLED" must be true or false.'],
    [{ settings: { SCRAPE_PAUSE_SECONDS: -1 } }, '"settings.SCRAPE_PAUSE_SECONDS" must be a number from 0.'],
    [{ settings: { REGISTER_KIND: 'dmr' } }, '"settings.REGISTER_KIND" must be one of none, tjekbil'],
    [{ settings: { VISITS_AT_ONCE: 1 } }, '"settings.VISITS_AT_ONCE" must be a whole number from 2 to 1000.'],
    [
      { settings: { VISITS_AT_ONCE: 8 } },
      '"settings.VISITS_AT_ONCE" is 8, but "accountConcurrency" 10 leaves room for 2: lower it, or ask AWS for more.',
    ],
    [
      { settings: { OPERATOR: { ...acceptedOperator, cvr: '2910456' } } },
      '"settings.OPERATOR.cvr" must be eight digits.',
    ],
    [
      { settings: { OPERATOR: { ...acceptedOperator, supportMail: 'hjaelp' } } },
      '"settings.OPERATOR.supportMail" must be a mail address.',
    ],
    [{ settings: [] }, '"settings" must be an object'],
    [[], '"the file" must be an object'],
  ])('the stage file %j is refused with the name', (file, sentence) => {
    expect(() => parse(file)).toThrow(`stages/prod.json is wrong:\n  ${sentence}`);
  });

  it('a stage file that is not JSON is refused with its name', () => {
    expect(() => parseStageFile('stages/dev.json', '{ "mailFrom": ')).toThrow(
      /^stages\/dev\.json is no JSON: /,
    );
  });

  it.each(stages)('the stage file of %s is checked in and valid', (stage) => {
    expect(() => readStageFile(stage)).not.toThrow();
  });

  it('the stage file of prod imports nothing as long as nobody has filled it in', () => {
    const { alarmMail, settings } = readStageFile('prod');
    expect(alarmMail === null && settings.IMPORTS_ENABLED).toBe(false);
  });
});

describe('what an operator has to give', () => {
  it('all values that prod needs are named at once before it is deployed', () => {
    expect(missingValues('prod', undecided)).toBe(
      [
        'stages/prod.json leaves open what a deployment of prod needs:',
        '  "mailFrom": the address that sends all mails, at a domain that is verified in SES.',
        '  "alarmMail": who is told by mail when something is wrong.',
        '  "settings.OPERATOR": who runs it (name, address, supportMail, and cvr where there is one).',
        'Write it into the file and deploy again. Nothing was changed.',
      ].join('\n'),
    );
    expect(missingValues('prod', { ...undecided, mailFrom: 'news@example.com' })).not.toContain('mailFrom');
    expect(missingValues('prod', { ...undecided, ...given })).toBeNull();
  });

  it.each<[keyof Operator, string[]]>([
    ['name', ['this machine', '<name>', '…', 'TODO', 'Example ApS', 'Your company', '-']],
    ['address', ['1', 'Street, xxxx', 'placeholder', '5000']],
    ['cvr', ['12345678', '00000000']],
    [
      'supportMail',
      [
        'support@bilfund.example',
        'a@example.com',
        'a@b.invalid',
        ['you', 'b.test'].join('@'),
        ['your', 'b.dk'].join('@'),
      ],
    ],
  ])('a valid %s of the operator is required for prod, not a placeholder', (name, values) => {
    for (const value of values) {
      const settings = { ...given.settings, OPERATOR: { ...acceptedOperator, [name]: value } };
      expect(missingValues('prod', { ...undecided, ...given, settings })).toContain(
        `"settings.OPERATOR.${name}": the true one instead of "${value}"`,
      );
    }
  });

  it('dev needs no values from an operator', () => {
    expect(missingValues('dev', undecided)).toBeNull();
  });
});

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
