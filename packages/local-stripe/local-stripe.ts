import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Listener,
  listen,
  readRequest,
  type WireRequest,
  type WireResponse,
  writeResponse,
} from './http.ts';
import { handlePage } from './pages/shop-pages.ts';
import type { Clock } from './store.ts';
import { errorBody, handleApi, operationOf, StripeState } from './stripe-api.ts';
import { type WebhookEndpoint, type WebhookFaults, WebhookSender } from './webhooks.ts';
import { StripeFailure } from './wire.ts';

/** What may go wrong with a call on request. `lost`: the work is done, its answer never arrives. */
export type CallFault = 'throttle' | 'error' | 'lost';
export type StripeFaults = WebhookFaults & {
  /** Asked once per call of the API, which is named as in "POST /v1/customers/{id}". */
  callFault(operation: string): CallFault | undefined;
  countCall(operation: string, when: 'before' | 'after'): void;
};

const faithful: StripeFaults = {
  duplicates: () => false,
  reorders: () => false,
  delayMs: () => 0,
  callFault: () => undefined,
  countCall: () => {},
};

const refusal = (failure: StripeFailure): WireResponse => ({
  status: failure.status,
  headers: { 'content-type': 'application/json' },
  body: errorBody(failure),
});

const throttled = refusal(
  new StripeFailure(429, 'invalid_request_error', 'Too many requests hit the API too quickly.', {
    code: 'rate_limit',
  }),
);
const broken = refusal(new StripeFailure(500, 'api_error', 'An unknown error occurred.'));
const foreign = refusal(new StripeFailure(403, 'invalid_request_error', 'Only from this machine.'));

export type StripeServerOptions = {
  /** The database file, or ":memory:". */
  path: string;
  port?: number;
  clock: Clock;
  secretKey: string;
  /** Where signed events go; without it they are only listed. */
  webhook?: WebhookEndpoint;
  /** Keeps events back until `openWebhook` is called. */
  isWebhookClosed?: boolean;
  shopName?: string;
  faults?: Partial<StripeFaults>;
  tell?(sentence: string): void;
};

export type StripeServer = {
  origin: string;
  state: StripeState;
  /** Lives through what fell due and sends what waits sooner; called after domain time was moved. */
  advance(milliseconds: number): void;
  /** Resolves when every event that was due has been tried. */
  settled(): Promise<void>;
  /** From now on events are sent. */
  openWebhook(): void;
  /** Sends an event once more. */
  resend(event: string): void;
  close(): Promise<void>;
};

const catchUpEveryMs = 15_000;
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** Only this machine's own names, and forms only from the shop's own pages. */
function isOurs({ headers }: WireRequest): boolean {
  const { host = '', origin } = headers;
  return loopback.test(host) && (origin === undefined || origin === `http://${host}`);
}

/** A Stripe-shaped server on 127.0.0.1 with the shop's pages beside its API. */
export async function startStripeServer(options: StripeServerOptions): Promise<StripeServer> {
  const faults: StripeFaults = { ...faithful, ...options.faults };
  let origin = '';
  let sender: WebhookSender | undefined;
  const state = new StripeState({
    path: options.path,
    clock: options.clock,
    origin: () => origin,
    ...(options.shopName && { shopName: options.shopName }),
    ...(options.webhook && { onEvent: (event: string, type: string) => sender?.queue(event, type) }),
  });
  if (options.webhook) {
    const { store } = state.world;
    const tell = options.tell ?? (() => {});
    sender = new WebhookSender({
      endpoint: options.webhook,
      store,
      deliveries: state.deliveries,
      faults,
      tell,
    });
    if (!options.isWebhookClosed) sender.open();
  }

  function callApi(request: WireRequest): WireResponse {
    const operation = operationOf(request);
    const fault = faults.callFault(operation);
    if (fault === 'throttle') return throttled;
    if (fault === 'error') return broken;
    faults.countCall(operation, 'before');
    const answered = handleApi(state, options.secretKey, request);
    faults.countCall(operation, 'after');
    return fault === 'lost' ? broken : answered;
  }

  function answer(request: WireRequest): WireResponse {
    if (!isOurs(request)) return foreign;
    const isPage = !request.path.startsWith('/v1/') && !request.path.startsWith('/v2/');
    return (isPage ? handlePage(state, request) : undefined) ?? callApi(request);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    writeResponse(outgoing, answer(request));
    sender?.wake();
  }

  const listener: Listener = await listen((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      options.tell?.(`The local Stripe failed: ${error instanceof Error ? error.message : String(error)}`);
      if (!outgoing.headersSent) writeResponse(outgoing, broken);
    });
  }, options.port).catch((error: unknown) => {
    state.close();
    throw error;
  });
  origin = listener.origin;
  const live = () => {
    state.catchUp();
    sender?.wake();
  };
  live();
  const timer = setInterval(live, catchUpEveryMs);
  timer.unref();
  return {
    origin,
    state,
    advance(milliseconds) {
      state.deliveries.advance(milliseconds);
      live();
    },
    settled: async () => sender?.settled(),
    openWebhook() {
      sender?.open();
      sender?.wake();
    },
    resend(event) {
      sender?.queue(event, state.world.store.get('event', event).type);
      sender?.wake();
    },
    async close() {
      clearInterval(timer);
      await listener.close();
      await sender?.close();
      state.close();
    },
  };
}
