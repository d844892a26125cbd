import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isVisitable } from '#core/marketplace/marketplaces.ts';
import { isPrivateAddress } from '#core/marketplace/private-address.ts';

export type GateOptions = {
  demoOrigin?: string;
  /** All addresses of a host name; throws when there are none. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Opens a connection to an address; tests bring their own and count. */
  dial?: (port: number, address: string) => Socket;
};

export type OutgoingGate = {
  /** What the browser takes as its proxy. */
  address: string;
  /** "host:port" of what was asked for and is not on the list, or leads inside. */
  refused: string[];
  close(): Promise<void>;
};

/**
 * The one way out of the visiting browser: a proxy in this process, through which pages, frames and workers go alike. It
 * connects to the marketplace's hosts on 443 and, where there is one, to the demo marketplace's origin, and hangs up on
 * everything else. It looks a name up itself and connects to the very address that it has checked: a name that changes its
 * mind between two looks gains nothing.
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

/** Where a tunnel may lead; null for what is not on the list or resolves to any address inside. */
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

/** Pages without TLS are the demo marketplace's alone. */
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
