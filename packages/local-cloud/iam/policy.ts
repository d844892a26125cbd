import type { Template } from '../runner/template/template.ts';
import { wildcard } from '../wire/names.ts';

/** A statement of an IAM policy, resolved. */
export type PolicyStatement = {
  Effect: 'Allow' | 'Deny';
  Action?: string | string[];
  Resource?: string | string[];
  Condition?: Record<string, unknown>;
};

const list = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const matches = (pattern: string, text: string): boolean => wildcard(pattern).test(text);

function covers(statement: PolicyStatement, action: string, resource: string): boolean {
  const acts = list(statement.Action).some((one) => matches(one.toLowerCase(), action.toLowerCase()));
  return acts && list(statement.Resource).some((one) => matches(one, resource));
}

const leadingKeysOperator = 'ForAllValues:StringLike';

/** Whether the condition is fulfilled. The one that is evaluated is that on the partition keys of a table's items. */
function isFulfilled(condition: PolicyStatement['Condition'], leadingKeys: readonly string[]): boolean {
  if (condition === undefined) return true;
  const { [leadingKeysOperator]: leading, ...others } = condition;
  const { 'dynamodb:LeadingKeys': patterns, ...otherKeys } = (leading ?? {}) as Record<string, string[]>;
  const isKnown = Object.keys(others).length === 0 && Object.keys(otherKeys).length === 0;
  const isOneOf = (key: string) => list(patterns).some((pattern) => matches(pattern, key));
  return isKnown && leadingKeys.length > 0 && leadingKeys.every(isOneOf);
}

/**
 * Whether these statements let someone do this: one must allow it, none may deny it. A statement with a condition that is not
 * evaluated here allows nothing and denies everything it covers, so that the answer is never too kind.
 * `leadingKeys`: the partition keys of the items that the request names.
 */
export function isAllowed(
  statements: readonly PolicyStatement[],
  action: string,
  resource: string,
  leadingKeys: readonly string[] = [],
): boolean {
  const covering = statements.filter((statement) => covers(statement, action, resource));
  if (covering.some((statement) => statement.Effect === 'Deny')) return false;
  return covering.some(({ Effect, Condition }) => Effect === 'Allow' && isFulfilled(Condition, leadingKeys));
}

type PolicyDocument = { Statement?: PolicyStatement | PolicyStatement[] };
type RoleProperties = { Policies?: { PolicyDocument: PolicyDocument }[] };
type PolicyProperties = { PolicyDocument: PolicyDocument; Roles?: string[] };

function statementsOf(document: PolicyDocument): PolicyStatement[] {
  const { Statement } = document;
  return Statement === undefined ? [] : Array.isArray(Statement) ? Statement : [Statement];
}

/** The statements of every role of the template, by role ARN: its own and those of policies attached to it. */
export function roleStatements(template: Template): Map<string, PolicyStatement[]> {
  const byArn = new Map<string, PolicyStatement[]>();
  const attached = template.all<PolicyProperties>('AWS::IAM::Policy');
  for (const role of template.all<RoleProperties>('AWS::IAM::Role')) {
    const name = template.ref(role.logicalId);
    const others = attached.filter(({ properties }) => properties.Roles?.includes(name));
    byArn.set(template.arn(role.logicalId), [
      ...(role.properties.Policies ?? []).flatMap((policy) => statementsOf(policy.PolicyDocument)),
      ...others.flatMap(({ properties }) => statementsOf(properties.PolicyDocument)),
    ]);
  }
  return byArn;
}
