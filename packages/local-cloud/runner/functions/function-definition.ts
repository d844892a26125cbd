import type { Template } from '../template/template.ts';

/** A Lambda function as the template declares it. */
export type FunctionDefinition = {
  logicalId: string;
  name: string;
  arn: string;
  roleArn: string;
  /** The folder with its bundle. */
  folder: string;
  /** `file.export`. */
  handler: string;
  timeoutSeconds: number;
  memoryMb: number;
  /** Functions for x86-64 have native parts, which must not share a process with anything else. */
  architecture: 'arm64' | 'x86_64';
  environment: Readonly<Record<string, string>>;
  /** The queue for events that an asynchronous invocation could not bring to an end. */
  deadLetterArn?: string;
  /** How long an asynchronous event is kept, and how often it is tried again; Lambda's own are six hours and twice. */
  eventAgeSeconds?: number | undefined;
  eventRetries?: number | undefined;
};

type FunctionProperties = {
  Code: { S3Key?: string; ZipFile?: string };
  Handler?: string;
  Role: string;
  Runtime?: string;
  Timeout?: number;
  MemorySize?: number;
  Architectures?: ('arm64' | 'x86_64')[];
  Environment?: { Variables?: Record<string, unknown> };
  DeadLetterConfig?: { TargetArn?: string };
};

type EventInvokeProperties = {
  FunctionName: string;
  MaximumEventAgeInSeconds?: number;
  MaximumRetryAttempts?: number;
};

/**
 * Our own functions. What CDK adds for its deployments (custom resources) is left out: it would change a cloud that is
 * not there. They are told by their runtime and bundle, Python or inline code, and by handlers CDK keeps to itself.
 */
export function readFunctions(template: Template): FunctionDefinition[] {
  const eventRules = new Map(
    template
      .all<EventInvokeProperties>('AWS::Lambda::EventInvokeConfig')
      .map(({ properties }) => [properties.FunctionName, properties]),
  );
  return template
    .all<FunctionProperties>('AWS::Lambda::Function')
    .filter(({ logicalId, properties }) => {
      const isOwn = properties.Runtime?.startsWith('nodejs') && properties.Code.S3Key;
      return isOwn && !logicalId.startsWith('CustomResource') && !logicalId.includes('CustomCDK');
    })
    .map(({ logicalId, properties }) => ({
      logicalId,
      name: template.ref(logicalId),
      arn: template.arn(logicalId),
      roleArn: properties.Role,
      folder: template.assetFolder(properties.Code.S3Key ?? ''),
      handler: properties.Handler ?? 'index.handler',
      timeoutSeconds: properties.Timeout ?? 3,
      memoryMb: properties.MemorySize ?? 128,
      architecture: properties.Architectures?.[0] ?? 'x86_64',
      environment: Object.fromEntries(
        Object.entries(properties.Environment?.Variables ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      ...(properties.DeadLetterConfig?.TargetArn && {
        deadLetterArn: properties.DeadLetterConfig.TargetArn,
      }),
      eventAgeSeconds: eventRules.get(template.ref(logicalId))?.MaximumEventAgeInSeconds,
      eventRetries: eventRules.get(template.ref(logicalId))?.MaximumRetryAttempts,
    }));
}
