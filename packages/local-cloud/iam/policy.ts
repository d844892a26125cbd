import type { Template } from '../runner/template/template.ts';

/** A statement of an IAM policy, resolved. */
export type PolicyStatement = {
  Effect: 'Allow' | 'Deny';
  Action?: string | string[];
  NotAction?: string | string[];
  Resource?: string | string[];
  Condition?: Record<string, unknown>;
};

const list = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** IAM's wildcards: `*` is any run of characters, `?` one. */
function matches(pattern: string, text: string): boolean {
  return compiled(pattern).test(text);
}

const known = new Map<string, RegExp>();

/** The same few patterns are asked for with every call. */
function compiled(pattern: string): RegExp {
  const found = known.get(pattern);
  if (found) return found;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  known.set(pattern, expression);
  return expression;
}

function covers(statement: PolicyStatement, action: string, resource: string): boolean {
  const acts = list(statement.Action).some((one) => matches(one.toLowerCase(), action.toLowerCase()));
  return acts && list(statement.Resource).some((one) => matches(one, resource));
}

/**
 * Whether these statements let someone do this: one must allow it, none may deny it. Conditions are not evaluated: a
 * statement that has one allows nothing and denies everything it covers, so that the answer is never too kind.
 */
export function isAllowed(statements: readonly PolicyStatement[], action: string, resource: string): boolean {
  const covering = statements.filter((statement) => covers(statement, action, resource));
  if (covering.some((statement) => statement.Effect === 'Deny')) return false;
  return covering.some((statement) => statement.Effect === 'Allow' && statement.Condition === undefined);
}

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
