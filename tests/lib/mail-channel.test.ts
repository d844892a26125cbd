import { describe, expect, it } from 'vitest';
import { asText, only, plainStack } from './synthesize-stack.ts';

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
