import { lookup } from 'node:dns/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { isVisitable } from '#core/marketplaces/marketplaces.ts';
import { isPrivateAddress } from '#core/marketplaces/private-address.ts';

export type GateOptions = {
  demoOrigin?: string;
  /** Resolves all addresses of a host name; throws when there are none. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Opens a connection to an address; tests replace it. */
  dial?: (port: number, address: string) => Socket;
};

export type OutgoingGate = {
  address: string;
  /** "host:port" of requests to hosts that are not allowed or resolve to a private address. */
  refused: string[];
  close(): Promise<void>;
};

/**
 * The only way out of the visiting browser: a proxy in this process for all traffic of pages, frames and workers. It
 * connects to the marketplace's hosts on port 443 and to the demo marketplace's origin if there is one, and closes
 * everything else. It resolves names itself and connects to the address it checked, so that DNS rebinding gains nothing.
 */
export async function openOutgoingGate(options: GateOptions): Promise<OutgoingGate> {
  const { demoOrigin, resolve, dial = connect } = options;
  const refused: string[] = [];
  const open = new Set<Duplex>();
  const track = <S extends Duplex>(socket: S): S => {
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  };

  const refuse = (authority: string, socket: Duplex) => {
    refused.push(authority);
    socket.destroy();
  };

  async function tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    const target = await targetOf(authority, demoOrigin, resolve);
    if (!target || client.destroyed) return refuse(authority, client);
    const server = track(dial(target.port, target.address));
    server.once('connect', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      server.pipe(client).pipe(server);
    });
    server.on('error', () => client.destroy());
    server.once('close', () => client.destroy());
    client.once('close', () => server.destroy());
  }

  const gate = createServer((request, response) => passOn(request, response, demoOrigin, refuse));
  gate.on('connection', track);
  gate.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    void tunnel(request.url ?? '', client, head);
  });
  gate.on('upgrade', (request, client) => refuse(request.url ?? '', client));
  await new Promise<void>((ready) => {
    gate.listen(0, '127.0.0.1', ready);
  });
  return {
    address: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    refused,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => gate.close(closed));
    },
  };
}

type Target = { address: string; port: number };

/** The allowed target of a tunnel; null when the host is not allowed or any of its addresses is private. */
async function targetOf(
  authority: string,
  demoOrigin: string | undefined,
  resolve: GateOptions['resolve'],
): Promise<Target | null> {
  const url = URL.canParse(`https://${authority}`) ? new URL(`https://${authority}`) : null;
  if (!url || url.href !== `${url.origin}/`) return null;
  const port = Number(url.port || 443);
  if (url.origin === demoOrigin) return { address: url.hostname, port };
  if (!isVisitable(url.href)) return null;
  const addresses = await resolve(url.hostname).catch(() => []);
  const [address] = addresses;
  return address && !addresses.some(isPrivateAddress) ? { address, port } : null;
}

/** Only the demo marketplace is served without TLS. */
function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  demoOrigin: string | undefined,
  refuse: (authority: string, socket: Duplex) => void,
): void {
  const asked = request.url ?? '';
  const url = URL.canParse(asked) ? new URL(asked) : null;
  if (!url || url.origin !== demoOrigin || url.protocol !== 'http:') {
    refuse(url?.host ?? asked, request.socket);
    return;
  }
  const { 'proxy-connection': _, ...headers } = request.headers;
  const onward = forward(url, { method: request.method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  onward.on('error', () => response.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

/** Not needed to read a page, and most of its size. */
const unwantedTypes = new Set([
  'image',
  'media',
  'font',
  'ping',
  'manifest',
  'texttrack',
  'cspviolationreport',
]);

export type RequestRules = {
  /** Whether an address may be requested; also checked for every redirect. */
  allow: (url: string) => boolean;
  /** Hosts that may be private: the demo marketplace's. */
  trustedHosts: ReadonlySet<string>;
  /** Whether stylesheets are loaded: a feed that grows by scrolling needs its layout. */
  hasStyles: boolean;
  /** Resolves all addresses of a host; throws when there are none. */
  resolve: (hostname: string) => Promise<string[]>;
};

export type RequestGuard = {
  blocked: { url: string; isDocument: boolean }[];
  /** Blocks all further requests: the page stays as it is, whatever it or its frames try to refresh. */
  hold: () => void;
  isHeld: () => boolean;
  /** Resets the guard for another page with the same rules. */
  renew: () => void;
  close: () => Promise<void>;
};

export async function resolveHost(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Checks every request of a page, redirects included: first the address, then what its name resolves to, so that a visit
 * ends with a reason when a name leads into a private network. The gate checks again when it connects and prevents the
 * connection. Pictures, media and fonts are blocked.
 */
export async function guardRequests(page: Page, rules: RequestRules): Promise<RequestGuard> {
  const blocked: RequestGuard['blocked'] = [];
  const isPublic = cachedCheck(rules);
  let isHeld = false;
  const block = (request: HTTPRequest) => {
    blocked.push({ url: request.url(), isDocument: isMainDocument(request, page) });
  };
  const onRequest = async (request: HTTPRequest) => {
    if (request.isInterceptResolutionHandled()) return;
    // "aborted" leaves the document as it is; any other error would replace it by an error page.
    if (isHeld) return request.abort('aborted').catch(() => undefined);
    const type = request.resourceType();
    const isWanted = !unwantedTypes.has(type) && (rules.hasStyles || type !== 'stylesheet');
    const isAllowed =
      rules.allow(request.url()) && (!isWanted || (await isPublic(new URL(request.url()).hostname)));
    if (!isAllowed) block(request);
    await (isAllowed && isWanted ? request.continue() : request.abort('blockedbyclient')).catch(
      () => undefined,
    );
  };
  const listenForRequests = (request: HTTPRequest) => void onRequest(request);
  page.on('request', listenForRequests);
  await page.setRequestInterception(true);
  return {
    blocked,
    hold: () => {
      isHeld = true;
    },
    isHeld: () => isHeld,
    renew: () => {
      isHeld = false;
      blocked.length = 0;
    },
    close: async () => {
      page.off('request', listenForRequests);
      await page.setRequestInterception(false);
    },
  };
}

/** Each host is resolved once per visit; a host that cannot be resolved is refused. */
function cachedCheck(rules: RequestRules): (hostname: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const check = (hostname: string) =>
    rules.resolve(hostname).then(
      (addresses) => addresses.length > 0 && !addresses.some(isPrivateAddress),
      () => false,
    );
  return (hostname) => {
    if (rules.trustedHosts.has(hostname)) return Promise.resolve(true);
    const found = known.get(hostname) ?? check(hostname);
    known.set(hostname, found);
    return found;
  };
}

function isMainDocument(request: HTTPRequest, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
