import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '#demo/cars/world.ts';
import { createDemoDba } from '#demo/dba/answer-dba.ts';
import { dbaLinks } from '#demo/dba/pages.ts';
import { createPictureStore } from '#demo/pictures/picture-store.ts';
import { createAnswerer, type DemoPart, type DemoState, passHours } from './answer.ts';
import { type DemoLink, listLinks } from './links.ts';

export type DemoMarketplaceOptions = {
  /** 0 for any free port. */
  port: number;
  host?: string;
  /** The same seed gives the same cars. */
  seed: number;
  now: () => Date;
  /** Where drawn photos are kept between runs. */
  pictureFolder?: string;
  /** True while that part fails: the register answers 503, photos are no pictures. */
  isOut?: (part: DemoPart) => boolean;
  /** Whether it refuses our own visits, which name themselves, and lets people's browsers in. */
  isWalled?: boolean;
};

export type DemoMarketplace = {
  /** "http://127.0.0.1:PORT". The register answers below `${origin}/register`. */
  origin: string;
  /** With the numbers of cars as of the start. */
  links: DemoLink[];
  /** How often its register was asked about each plate on each day. */
  registerCalls: ReadonlyMap<string, number>;
  /** Lets the marketplace's clock pass: new cars, lower prices, sold ones. Deterministic by (seed, hour). */
  advanceHours(hours: number): void;
  close(): Promise<void>;
};

const maxBodyBytes = 64_000;

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (body.length > maxBodyBytes) return '';
  }
  return body;
}

export async function startDemoMarketplace(options: DemoMarketplaceOptions): Promise<DemoMarketplace> {
  const host = options.host ?? '127.0.0.1';
  const world = createWorld(options.seed);
  const dba = createDemoDba(options.seed, world);
  const pictures = createPictureStore(options.pictureFolder ?? join(tmpdir(), 'bilfund-demo-pictures'));
  const state: DemoState = {
    seed: options.seed,
    now: options.now,
    world,
    dba,
    pictures,
    isOut: options.isOut ?? (() => false),
    isWalled: options.isWalled ?? false,
    registerCalls: new Map(),
    site: { origin: '', startMs: options.now().getTime() },
  };
  const answer = createAnswerer(state);
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => answer(request, body, response))
      .catch(() => {
        // A visitor who left, or a picture that could not be drawn: the page is lost, the server goes on.
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  });
  server.listen(options.port, host);
  await once(server, 'listening');
  state.site.origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    origin: state.site.origin,
    links: [...listLinks(world, state.site.origin), ...dbaLinks(dba, state.site.origin)],
    registerCalls: state.registerCalls,
    advanceHours: (hours) => passHours(state, hours),
    async close() {
      await pictures.stopPreparing();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
