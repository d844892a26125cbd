import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { EdgeStack, edgeOutputs, edgeRegion, needsEdge } from '#lib/edge-stack.ts';
import { missingValues, parseStageFile, type StageFile, undecided } from '#lib/stage.ts';
import { asText, ofType, only, plainStack, synthesizeStack } from './synthesize-stack.ts';

const certificateArn = `arn:aws:acm:us-east-1:123456789012:certificate/abc`;
const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/limit/abc';
const named = { name: 'bilfund.example', certificateArn, hostedZoneId: 'Z0123456789ABC' };
const limited = { requestsPerFiveMinutes: 3000, webAclArn };

type DistributionConfig = { Aliases?: string[]; ViewerCertificate?: object; WebACLId?: string };
const distributionOf = (resources: ReturnType<typeof synthesizeStack>['resources']) =>
  only(resources, 'AWS::CloudFront::Distribution', 'WebDistribution')[1].Properties
    .DistributionConfig as DistributionConfig;

describe('a stage with a domain, a firewall and a sender', () => {
  const { resources, template } = synthesizeStack({
    domain: named,
    firewall: limited,
    mailFrom: 'news@bilfund.example',
  });

  it('a stage with a domain is served there with its certificate, TLS 1.2 or newer and its web ACL', () => {
    expect(distributionOf(resources)).toMatchObject({
      Aliases: ['bilfund.example'],
      ViewerCertificate: {
        AcmCertificateArn: certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
      WebACLId: webAclArn,
    });
    const records = ofType(resources, 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
    expect(records.map(({ Name, Type, HostedZoneId }) => [Name, Type, HostedZoneId])).toEqual([
      ['bilfund.example.', 'A', 'Z0123456789ABC'],
      ['bilfund.example.', 'AAAA', 'Z0123456789ABC'],
    ]);
  });

  it('a stage with a domain uses it in mails, pages and outputs', () => {
    const origins = ofType(resources, 'AWS::Lambda::Function')
      .map(
        ([, { Properties }]) =>
          (Properties.Environment as { Variables?: { PUBLIC_ORIGIN?: unknown } })?.Variables,
      )
      .filter((variables) => variables && 'PUBLIC_ORIGIN' in variables)
      .map((variables) => asText(variables!.PUBLIC_ORIGIN));
    expect(origins.length).toBeGreaterThan(50);
    expect(new Set(origins)).toEqual(new Set(['https://bilfund.example']));
    expect(template.toJSON().Outputs.Address.Value).toBe('https://bilfund.example');
  });

  it('a stage with a sender sends by the identity of its domain, which SES has verified', () => {
    const [, pool] = only(resources, 'AWS::Cognito::UserPool', 'AuthUsers');
    const { From, SourceArn, ConfigurationSet } = pool.Properties.EmailConfiguration as {
      From: string;
      SourceArn: unknown;
      ConfigurationSet: unknown;
    };
    const [set] = only(resources, 'AWS::SES::ConfigurationSet', 'MailSet');
    // Bounces of mails with codes are reported too.
    expect(asText(ConfigurationSet)).toBe(`\${${set}}`);
    expect(From).toContain('news@bilfund.example');
    expect(asText(SourceArn)).toMatch(/:identity\/bilfund\.example$/);
    const sending = JSON.stringify(resources).match(/identity\/[\w.@-]+/g);
    expect(new Set(sending)).toEqual(new Set(['identity/bilfund.example']));
  });
});

describe('a stage whose domain has a name with "www."', () => {
  const { resources } = synthesizeStack({ domain: { ...named, www: true } });

  it('is reached by both names and leads visitors from one to the other', () => {
    const both = ['bilfund.example', 'www.bilfund.example'];
    expect(distributionOf(resources).Aliases).toEqual(both);
    const records = ofType(resources, 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
    expect(records.map(({ Name, Type }) => `${Type} ${Name}`).sort()).toEqual(
      ['A', 'AAAA'].flatMap((type) => both.map((name) => `${type} ${name}.`)),
    );
    const leading = ofType(resources, 'AWS::CloudFront::Function').filter(([, { Properties }]) =>
      String(Properties.FunctionCode).includes("'www.bilfund.example'"),
    );
    expect(leading.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'WebAppPaths',
      'WebPageQueries',
    ]);
  });
});

describe('a stage without any of them', () => {
  const { resources } = plainStack();

  it("a stage without a domain is served by CloudFront's name", () => {
    const distribution = distributionOf(resources);
    expect(distribution.Aliases).toBeUndefined();
    expect(distribution.WebACLId).toBeUndefined();
    expect(ofType(resources, 'AWS::Route53::RecordSet')).toEqual([]);
  });

  it('a stage without threat protection uses the cheapest plan of the user pool', () => {
    expect(only(resources, 'AWS::Cognito::UserPool', 'AuthUsers')[1].Properties.UserPoolTier).toBe('LITE');
  });
});

describe('the stack of the edge', () => {
  const make = (file: Partial<StageFile>) => {
    const app = new App();
    const env = { region: edgeRegion, account: '123456789012' };
    const stack = new EdgeStack(app, 'Bilfund-dev-edge', { stageFile: { ...undecided, ...file }, env });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(stack));
    return Template.fromStack(stack);
  };

  it('the edge stack creates the certificate and validates it in a known zone', () => {
    const validated = make({ domain: named });
    validated.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'bilfund.example',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ HostedZoneId: 'Z0123456789ABC' }],
    });
    validated.resourceCountIs('AWS::WAFv2::WebACL', 0);
    make({ domain: { ...named, www: true } }).hasResourceProperties('AWS::CertificateManager::Certificate', {
      SubjectAlternativeNames: ['www.bilfund.example'],
    });
    const elsewhere = make({ domain: { ...named, hostedZoneId: null } });
    elsewhere.resourceCountIs('AWS::CertificateManager::Certificate', 1);
  });

  it('the edge stack creates a web ACL that limits requests per address and stores no samples', () => {
    make({ firewall: limited }).hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
      Rules: [
        {
          Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
          Statement: { RateBasedStatement: { Limit: 3000, AggregateKeyType: 'IP' } },
          VisibilityConfig: { SampledRequestsEnabled: false },
        },
      ],
    });
  });

  it('the edge stack mails a warning when a month costs most of its budget', () => {
    const budgeted = make({ monthlyBudgetUsd: 50, alarmMail: 'operator@bilfund.example' });
    const told = { SubscriptionType: 'EMAIL', Address: 'operator@bilfund.example' };
    budgeted.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY', BudgetType: 'COST' },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers: [told] },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers: [told] },
      ],
    });
  });

  it('a stage without domain, web ACL and budget needs no edge stack', () => {
    expect(needsEdge(undecided)).toBe(false);
    expect(needsEdge({ ...undecided, monthlyBudgetUsd: 50 })).toBe(true);
    expect(needsEdge({ ...undecided, domain: named })).toBe(true);
    expect(needsEdge({ ...undecided, firewall: limited })).toBe(true);
  });

  it('the edge stack outputs the values for the stage’s file', () => {
    const outputs = Object.keys(make({ domain: named, firewall: limited }).toJSON().Outputs);
    expect(outputs.sort()).toEqual(Object.keys(edgeOutputs).sort());
  });
});

describe('what the file says of them', () => {
  const parse = (file: object) => parseStageFile('stages/prod.json', JSON.stringify(file));

  it('a domain without its certificate suffices for the edge stack but not for a deployment', () => {
    const file = parse({ domain: { name: 'bilfund.example' }, firewall: { requestsPerFiveMinutes: 3000 } });
    expect(missingValues('dev', file)).toBe(
      [
        'stages/dev.json leaves open what a deployment of dev needs:',
        '  "domain.certificateArn": the certificate of the domain.',
        '  "firewall.webAclArn": the web ACL.',
        '"npm run ops -- edge --stage dev" makes what the edge needs and tells its ARN.',
        'Write it into the file and deploy again. Nothing was changed.',
      ].join('\n'),
    );
    expect(missingValues('dev', { ...undecided, domain: named, firewall: limited })).toBeNull();
  });

  it('a budget requires an address to warn', () => {
    const budgeted = parse({ monthlyBudgetUsd: 50 });
    expect(missingValues('dev', budgeted)).toContain('"alarmMail": whom the budget tells.');
    expect(missingValues('dev', { ...budgeted, alarmMail: 'operator@bilfund.example' })).toBeNull();
  });

  it.each([
    [{ domain: { name: 'https://bilfund.example' } }, '"domain.name" must be a domain'],
    [{ domain: { name: 'Bilfund' } }, '"domain.name" must be a domain'],
    [
      {
        domain: {
          name: 'bilfund.example',
          certificateArn: 'arn:aws:acm:eu-north-1:123456789012:certificate/a',
        },
      },
      '"domain.certificateArn" must be the ARN that "npm run ops -- edge" tells, which begins with arn:aws:acm:us-east-1:',
    ],
    [
      { domain: { name: 'bilfund.example', hostedZoneId: '/hostedzone/Z1' } },
      '"domain.hostedZoneId" must be the id',
    ],
    [
      { firewall: { requestsPerFiveMinutes: 5 } },
      '"firewall.requestsPerFiveMinutes" must be a whole number from 100',
    ],
    [{ firewall: {} }, '"firewall.requestsPerFiveMinutes" must be a whole number from 100'],
    [{ monthlyBudgetUsd: 0 }, '"monthlyBudgetUsd" must be a number above 0'],
  ])('the value %j is refused with its name', (file, sentence) => {
    expect(() => parse(file)).toThrow(sentence);
  });
});

const { resources } = plainStack();

describe('refused mails', () => {
  it("bounces and complaints of the stage's own mails reach it, and no others of the account", () => {
    const [, rule] = only(resources, 'AWS::Events::Rule', 'TriggersMailEvents');
    const { source, detail } = rule.Properties.EventPattern as {
      source: string[];
      detail: { mail: { tags: Record<string, unknown[]> } };
    };
    expect(source).toEqual(['aws.ses']);
    const [set] = only(resources, 'AWS::SES::ConfigurationSet', 'MailSet');
    expect(Object.keys(detail.mail.tags)).toEqual(['ses:configuration-set']);
    expect(asText(detail.mail.tags['ses:configuration-set'])).toBe(`\${${set}}`);
  });
});
