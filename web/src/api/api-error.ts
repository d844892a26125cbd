import type { FailureCode } from '#core/failure.ts';

/** `offline`: the request never reached the service. */
type ClientFailureCode = FailureCode | 'offline';

/** The one error the client throws. `serverMessage` is the service's own English sentence, when it sent one. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ClientFailureCode;
  readonly serverMessage: string | null;
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: ClientFailureCode,
    serverMessage: string | null,
    details: Record<string, unknown> = {},
  ) {
    super(serverMessage ?? code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.details = details;
  }
}

const codeByStatus: Record<number, FailureCode> = {
  400: 'invalid_input',
  401: 'not_authenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Our error bodies carry `error` and `code`; those of API Gateway only `{ message }`. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const fallback = codeByStatus[response.status] ?? 'internal';
  if (!isRecord(body) || typeof body.code !== 'string') return new ApiError(response.status, fallback, null);
  const sentence = typeof body.error === 'string' ? body.error : null;
  const details = isRecord(body.details) ? body.details : {};
  return new ApiError(response.status, body.code as FailureCode, sentence, details);
}
