import type { CallOptions, CallResponse, ContractKey } from '#core/contract/table.ts';
import { afterPicture } from '../app/next-picture.ts';
import { ApiError, readApiError } from './api-error.ts';
import { currentAccessToken, refreshSession } from './session.ts';

type Present<T> = {
  [Name in keyof T as T[Name] extends undefined | Record<string, never> ? never : Name]: T[Name];
};
type OptionalWhenEmpty<T> = { [Name in keyof T as object extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as object extends T[Name] ? Name : never]?: T[Name];
};

/** What a route takes: its path variables, query and body, each only when the contract names it. */
type CallInput<K extends ContractKey> = OptionalWhenEmpty<Present<CallOptions<K>>> & {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
};

type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
};

/**
 * Calls a route of the contract and returns its typed response. Throws `ApiError` for every status outside 200–299 and for
 * a request that never arrived; an abort passes through. A 401 causes one refresh of the session and one retry.
 */
export async function call<K extends ContractKey>(
  key: K,
  ...[input]: object extends CallInput<K> ? [CallInput<K>?] : [CallInput<K>]
): Promise<CallResponse<K>> {
  const options = (input ?? {}) as AnyInput;
  const tokenUsed = currentAccessToken();
  let response = await send(key, options, tokenUsed);
  if (response.status === 401 && tokenUsed !== null && !key.includes(' /api/auth/')) {
    const renewed = await refreshSession(tokenUsed);
    if (renewed) response = await send(key, options, renewed.accessToken);
  }
  if (!response.ok) throw await readApiError(response);
  return (await response.json()) as CallResponse<K>;
}

/**
 * Sending a request takes some milliseconds. Each is sent in a task of its own, so that a screen with several requests stays
 * responsive; after a press it also waits for the paint, which it would delay.
 */
function taskOfItsOwn(): Promise<void> {
  const hasJustPressed = navigator.userActivation?.isActive;
  return new Promise((resolve) => {
    if (hasJustPressed) afterPicture(resolve);
    else setTimeout(resolve);
  });
}

async function send(key: string, options: AnyInput, token: string | null): Promise<Response> {
  const [method = 'GET', pattern = '/'] = key.split(' ');
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (token) headers.authorization = `Bearer ${token}`;
  const request: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    signal: options.signal ?? null,
  };
  if (options.body instanceof Blob || options.body instanceof Uint8Array) {
    request.body = options.body as BodyInit;
  } else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    request.body = JSON.stringify(options.body);
  }
  try {
    await taskOfItsOwn();
    return await fetch(address(pattern, options), request);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, 'offline', null);
  }
}

function address(pattern: string, { params = {}, query = {} }: AnyInput): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
