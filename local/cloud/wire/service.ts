/** What a signed request may do: the gateway fills it from the role of the function whose key signed the request. */
export type Caller = { name: string; mayDo(action: string, resourceArn: string): boolean };

/** The runner itself and everything that stands for an AWS service principal. */
export const administrator: Caller = { name: 'administrator', mayDo: () => true };

/** One request to an AWS service as it came over the wire, fully read. `path` keeps its percent encoding. */
export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  caller: Caller;
  /** Ends long polls when the client has gone away. */
  signal: AbortSignal;
};

export type WireResponse = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** One embedded service: speaks its AWS wire protocol, holds its state below the data folder. */
export type WireService = {
  handle(request: WireRequest): Promise<WireResponse>;
  close(): void;
};

/** A failure in the words of the real service: `code` becomes the error's name in the SDK. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}
