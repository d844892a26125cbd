import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerFault, type FaultPlan } from './faults/fault-plan.ts';
import { isAllowed, type PolicyStatement } from './iam/policy.ts';
import { needsGrant, type PermissionContext, requiredPermissions } from './iam/required-permissions.ts';
import { xmlError } from './services/objects/object-service.ts';
import {
  administrator,
  type Caller,
  jsonError,
  ServiceError,
  targetOperation,
  toWireRequest,
  type WireRequest,
  type WireResponse,
  type WireService,
  writeWireResponse,
} from './wire/http.ts';
import { accountId } from './wire/names.ts';

/** Embedded services by the service name that signatures carry. */
export type Services = {
  dynamodb: WireService;
  sqs: WireService;
  s3: WireService;
  events: WireService;
  secretsmanager: WireService;
  'cognito-idp': WireService;
  'execute-api': WireService;
  ses: WireService;
};

/** Who holds which access key. Keys are made anew on every start. */
export class AccessKeys {
  readonly #callers = new Map<string, Caller>();
  /** For the runner itself. */
  readonly administratorKey = this.#add(administrator);

  #add(caller: Caller): string {
    const key = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
    this.#callers.set(key, caller);
    return key;
  }

  /** A key for a function, good for what its role allows. */
  issue(name: string, statements: readonly PolicyStatement[]): string {
    return this.#add({ name, mayDo: (...asked) => isAllowed(statements, ...asked) });
  }

  find(accessKey: string): Caller | undefined {
    return this.#callers.get(accessKey);
  }
}

type Signature = { accessKey: string; service: string };

/** The credential scope of a SigV4 header: `Credential=KEY/20260101/eu-north-1/sqs/aws4_request`. */
function signatureOf(authorization: string | undefined): Signature | undefined {
  const match = /Credential=([^/]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(authorization ?? '');
  return match ? { accessKey: match[1] ?? '', service: match[2] ?? '' } : undefined;
}

function refuse(service: string, error: ServiceError, path: string): WireResponse {
  return service === 's3' ? xmlError(error, path) : jsonError(error);
}

/** S3 and the management calls of API Gateway are told by method and path, the others by their target. */
function operationOf(service: string, request: WireRequest): string {
  if (service === 's3' || service === 'execute-api') return request.method;
  if (service === 'ses') return 'SendEmail';
  return targetOperation(request.headers) ?? '';
}

const tableWrites = /^(Put|Update|Delete|BatchWrite|TransactWrite)Items?$/;

/** The table that a call names; a batch or a transaction names it at its first item. */
const tableOf = (request: WireRequest): string =>
  /"TableName":"([^"]+)"|"RequestItems":\{"([^"]+)"/
    .exec(request.body.toString('utf8'))
    ?.slice(1)
    .find(Boolean) ?? 'unknown';

export type GatewayOptions = {
  services: Services;
  keys: AccessKeys;
  permissions: PermissionContext;
  faults: FaultPlan;
  /** Called after every write to a table. */
  onTableWrite(): void;
  /** Called when a table refuses a call of a function for want of room. */
  onTableThrottle(table: string, isWrite: boolean): void;
};

/** The one address at which functions find every service: who calls, whether the role allows it, then the service. */
export class Gateway {
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const signature = signatureOf(incoming.headers.authorization);
    const caller = signature && this.#options.keys.find(signature.accessKey);
    const nobody: Caller = { name: 'anonymous', mayDo: () => false };
    const request = await toWireRequest(incoming, outgoing, caller ?? nobody);
    const response = signature
      ? await this.#handleSigned(signature.service, caller !== undefined, request)
      : await this.#handleUnsigned(request);
    writeWireResponse(outgoing, response);
  }

  // Cognito's public calls and its keys are the only things that need no signature.
  #handleUnsigned(request: WireRequest): Promise<WireResponse> | WireResponse {
    const isKeys = request.path.endsWith('/.well-known/jwks.json');
    const isUserCall = request.headers['x-amz-target']?.startsWith('AWSCognitoIdentityProviderService.');
    if (isKeys || (isUserCall && !needsGrant(targetOperation(request.headers) ?? ''))) {
      return this.#call('cognito-idp', request);
    }
    const text = 'Request is missing Authentication Token';
    return jsonError(new ServiceError('MissingAuthenticationTokenException', text, 403));
  }

  async #handleSigned(service: string, isKnown: boolean, request: WireRequest): Promise<WireResponse> {
    if (!isKnown) {
      const text = 'The security token included in the request is invalid.';
      return refuse(service, new ServiceError('UnrecognizedClientException', text, 403), request.path);
    }
    if (!Object.hasOwn(this.#options.services, service)) {
      return jsonError(new ServiceError('UnknownService', `The service ${service} is not embedded.`, 404));
    }
    const refusal = this.#refusalOf(service, request);
    return refusal ?? this.#call(service as keyof Services, request);
  }

  #refusalOf(service: string, request: WireRequest): WireResponse | undefined {
    if (request.caller === administrator) return undefined;
    for (const { action, resource, leadingKeys } of requiredPermissions(
      service,
      request,
      this.#options.permissions,
    )) {
      if (request.caller.mayDo(action, resource, leadingKeys)) continue;
      const who = `arn:aws:sts::${accountId}:assumed-role/${request.caller.name}`;
      const text = `User: ${who} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
      const isObject = service === 's3';
      const error = new ServiceError(
        isObject ? 'AccessDenied' : 'AccessDeniedException',
        text,
        isObject ? 403 : 400,
      );
      return refuse(service, error, request.path);
    }
    return undefined;
  }

  async #call(service: keyof Services, request: WireRequest): Promise<WireResponse> {
    const { faults, services, onTableWrite, onTableThrottle } = this.#options;
    const operation = operationOf(service, request);
    const isFunction = request.caller !== administrator;
    const fault = isFunction ? faults.callFault(service, operation) : undefined;
    const faulty = fault && answerFault(fault, service, operation, request);
    if (faulty && service === 'dynamodb' && fault.kind === 'throttle')
      onTableThrottle(tableOf(request), tableWrites.test(operation));
    if (faulty) return faulty;
    if (isFunction) faults.countCall(service, operation, 'before');
    try {
      const response = await services[service].handle(request);
      if (service === 'dynamodb' && tableWrites.test(operation)) onTableWrite();
      if (isFunction) faults.countCall(service, operation, 'after');
      return response;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return refuse(service, new ServiceError('InternalFailure', text, 500), request.path);
    }
  }
}
