import type { Template } from '../runner/template/template.ts';
import type { PolicyStatement } from './policy.ts';

type PolicyDocument = { Statement?: PolicyStatement | PolicyStatement[] };
type RoleProperties = { Policies?: { PolicyDocument: PolicyDocument }[]; ManagedPolicyArns?: string[] };
type PolicyProperties = { PolicyDocument: PolicyDocument; Roles?: string[] };

function statementsOf(document: PolicyDocument): PolicyStatement[] {
  const { Statement } = document;
  return Statement === undefined ? [] : Array.isArray(Statement) ? Statement : [Statement];
}

/** The statements of every role of the template, by role ARN: inline, attached and managed by the template. */
export function roleStatements(template: Template): Map<string, PolicyStatement[]> {
  const byArn = new Map<string, PolicyStatement[]>();
  const attached = template.all<PolicyProperties>('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy');
  for (const role of template.all<RoleProperties>('AWS::IAM::Role')) {
    const name = template.ref(role.logicalId);
    const managed = role.properties.ManagedPolicyArns ?? [];
    const others = attached.filter(
      ({ logicalId, properties }) =>
        properties.Roles?.includes(name) || managed.includes(template.ref(logicalId)),
    );
    byArn.set(template.arn(role.logicalId), [
      ...(role.properties.Policies ?? []).flatMap((policy) => statementsOf(policy.PolicyDocument)),
      ...others.flatMap(({ properties }) => statementsOf(properties.PolicyDocument)),
    ]);
  }
  return byArn;
}
