import { keysToDelete, objectAddress } from '../services/objects/object-service.ts';
import { targetOperation, type WireRequest } from '../wire/http.ts';
import { arnOf, bucketArn } from '../wire/names.ts';

/** One thing a request needs to be allowed. */
export type Permission = { action: string; resource: string; leadingKeys?: string[] };

/** What cannot be read off a request alone. */
export type PermissionContext = {
  socketApiId: string;
  secretArn(id: string): string;
  /** The name of a table's partition key. */
  partitionKeyOf(table: string): string | undefined;
};

type Input = Readonly<Record<string, unknown>>;

const last = (text: unknown) =>
  String(text ?? '')
    .split('/')
    .at(-1) ?? '';

function tableArn(name: unknown, index?: unknown): string {
  const table = String(name).startsWith('arn:') ? String(name) : arnOf('dynamodb', `table/${name}`);
  return index === undefined ? table : `${table}/index/${index}`;
}

const transactionActions: Readonly<Record<string, string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Get: 'dynamodb:GetItem',
};

/** A transaction needs what its items need, a batch its own action on each table. */
function tablePermissions(operation: string, input: Input, context: PermissionContext): Permission[] {
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    const items = (input.TransactItems ?? []) as Record<string, { TableName: string }>[];
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) => ({
        action: transactionActions[kind] ?? `dynamodb:${kind}`,
        resource: tableArn(TableName),
      })),
    );
  }
  if (operation === 'BatchWriteItem' || operation === 'BatchGetItem') {
    const tables = Object.keys((input.RequestItems ?? {}) as object);
    return tables.map((name) => ({ action: `dynamodb:${operation}`, resource: tableArn(name) }));
  }
  const resource = input.StreamArn ? String(input.StreamArn) : tableArn(input.TableName, input.IndexName);
  return [{ action: `dynamodb:${operation}`, resource, leadingKeys: leadingKeysIn(input, context) }];
}

/** The partition key of the one item that a request names by its key. */
function leadingKeysIn({ TableName, Key }: Input, { partitionKeyOf }: PermissionContext): string[] {
  const name = partitionKeyOf(String(TableName)) ?? '';
  const value = (Key as Record<string, { S?: string }> | undefined)?.[name]?.S;
  return value === undefined ? [] : [value];
}

function objectPermissions(request: WireRequest): Permission[] {
  const { bucket, key } = objectAddress(request.path);
  if (request.method === 'POST' && request.query.has('delete')) {
    const keys = keysToDelete(request.body);
    return keys.map((one) => ({ action: 's3:DeleteObject', resource: bucketArn(bucket, one) }));
  }
  if (!key) return [{ action: 's3:ListBucket', resource: bucketArn(bucket) }];
  const verbs: Readonly<Record<string, string>> = { PUT: 'PutObject', DELETE: 'DeleteObject' };
  return [{ action: `s3:${verbs[request.method] ?? 'GetObject'}`, resource: bucketArn(bucket, key) }];
}

function eventPermissions(input: Input): Permission[] {
  const entries = (input.Entries ?? []) as { EventBusName?: string }[];
  const buses = new Set(entries.map((entry) => last(entry.EventBusName ?? 'default')));
  return [...buses].map((bus) => ({
    action: 'events:PutEvents',
    resource: arnOf('events', `event-bus/${bus}`),
  }));
}

/** A mail is allowed by its sender's identity (the domain here) and by the configuration set that it names. */
function mailPermissions(input: Input): Permission[] {
  const domain = String(input.FromEmailAddress ?? '')
    .split('@')
    .at(-1);
  const set = input.ConfigurationSetName;
  const resources = [`identity/${domain}`, ...(set ? [`configuration-set/${set}`] : [])];
  return resources.map((resource) => ({ action: 'ses:SendEmail', resource: arnOf('ses', resource) }));
}

/** What the caller of this request must be allowed, by the service of its signature. */
export function requiredPermissions(
  service: string,
  request: WireRequest,
  context: PermissionContext,
): Permission[] {
  if (service === 's3') return objectPermissions(request);
  if (service === 'execute-api') {
    const path = request.path.replace(/^\/([^/]+)\//, `/$1/${request.method}/`);
    const resource = arnOf('execute-api', `${context.socketApiId}${decodeURIComponent(path)}`);
    return [{ action: 'execute-api:ManageConnections', resource }];
  }
  const operation = targetOperation(request.headers) ?? '';
  const input = JSON.parse(request.body.toString('utf8') || '{}') as Input;
  switch (service) {
    case 'dynamodb':
      return tablePermissions(operation, input, context);
    case 'sqs': {
      // A batch needs the right to send one.
      const action = `sqs:${operation.replace(/Batch$/, '')}`;
      return [{ action, resource: arnOf('sqs', last(input.QueueUrl ?? input.QueueName)) }];
    }
    case 'events':
      return eventPermissions(input);
    case 'ses':
      return mailPermissions(input);
    case 'cognito-idp': {
      // Only calls on the pool itself are a matter of IAM; the others carry a token or none.
      if (!needsGrant(operation)) return [];
      const resource = arnOf('cognito-idp', `userpool/${String(input.UserPoolId)}`);
      return [{ action: `cognito-idp:${operation}`, resource }];
    }
    default: {
      const resource = context.secretArn(String(input.SecretId ?? ''));
      return [{ action: `${service}:${operation}`, resource }];
    }
  }
}

/** Whether a call of Cognito is allowed by a policy, and not by what it carries. */
export const needsGrant = (operation: string): boolean => /^(?:Admin|Describe)/.test(operation);
