import { type CloudOptions, localAddresses } from './cloud-options.ts';
import type { AccessKeys } from './gateway.ts';
import { roleStatements } from './iam/policy.ts';
import type { LogSink } from './logs.ts';
import { type FunctionDefinition, readFunctions } from './runner/functions/function-definition.ts';
import {
  AccountLimit,
  FunctionRegistry,
  type InvocationWatch,
  LambdaFunction,
} from './runner/functions/lambda-function.ts';
import type { Template } from './runner/template/template.ts';
import { region } from './wire/names.ts';

type FunctionsContext = CloudOptions & {
  template: Template;
  keys: AccessKeys;
  gatewayOrigin: string;
  logs: LogSink;
  /** Told of each invocation. */
  watch: InvocationWatch;
};

/** Of our own environment only what a program needs to run: a function must not find here what it will not find there. */
const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

/** What every function finds in its environment, whatever the template says. */
function lambdaEnvironment(
  definition: FunctionDefinition,
  accessKey: string,
  { gatewayOrigin, environment }: FunctionsContext,
): Record<string, string> {
  const inherited = inheritedNames.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    TZ: ':UTC',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: gatewayOrigin,
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    LAMBDA_TASK_ROOT: definition.folder,
    _HANDLER: definition.handler,
    ...environment,
  };
}

/** The template's functions, each with the environment it declares and a key for what its role allows. */
export function createFunctions(context: FunctionsContext): FunctionRegistry {
  const {
    template,
    keys,
    gatewayOrigin,
    siteOrigin,
    overrides = {},
    dataFolder,
    compileCacheFolder,
  } = context;
  const account = new AccountLimit(context.accountConcurrency);
  const statements = roleStatements(template);
  const localize = localAddresses(template, { site: siteOrigin, gateway: gatewayOrigin });
  const functions = readFunctions(template).map((definition) => {
    const accessKey = keys.issue(definition.name, statements.get(definition.roleArn) ?? []);
    const declared = Object.fromEntries(
      Object.entries(definition.environment).map(([name, value]) => [
        name,
        overrides[name] ?? localize(value),
      ]),
    );
    const env = { ...lambdaEnvironment(definition, accessKey, context), ...declared };
    const own = { ...definition, environment: declared };
    const settings = { env, dataFolder, compileCacheFolder };
    return new LambdaFunction(own, settings, context.logs, account, context.watch);
  });
  return new FunctionRegistry(functions, account);
}
