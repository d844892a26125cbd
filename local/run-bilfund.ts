import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DomainClock } from 'local-cloud/clock.ts';
import type { LocalCloud } from 'local-cloud/local-cloud.ts';
import { startLocalCloud } from 'local-cloud/local-cloud.ts';
import { takeOwnership } from 'local-cloud/single-owner.ts';
import { firstFreePort } from 'local-cloud/stable-port.ts';
import { type Listener, listen } from 'local-cloud/wire/http.ts';
import type { DemoPart } from '#demo/marketplace/answer.ts';
import { compileCacheFolder } from '#lib/build/output.ts';
import { createControlServer } from './control/control-server.ts';
import { startMarketplace } from './demo-marketplace.ts';
import { defaultPort, environmentOverrides, type StartOptions } from './options.ts';
import { buildProject } from './project-build.ts';
import { beginSeed, lazyObjects } from './seed.ts';
import { createShop } from './shop.ts';

export type RunningBilfund = { url: string; cloud: LocalCloud; close(): Promise<void> };

const keptWhenFresh = ['secrets.json', 'owner.json'];

function prepareDataFolder(
  { dataFolder, fresh }: StartOptions,
  tell: (sentence: string) => void,
): () => void {
  mkdirSync(dataFolder, { recursive: true });
  const giveBack = takeOwnership(dataFolder, fresh ? () => undefined : tell);
  if (fresh) {
    for (const name of readdirSync(dataFolder)) {
      if (!keptWhenFresh.includes(name)) rmSync(join(dataFolder, name), { recursive: true, force: true });
    }
  }
  return giveBack;
}

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** The server for the browser: /_local for the controls, everything else as CloudFront would serve it. */
async function openDoor(
  port: number | undefined,
): Promise<{ listener: Listener; admit(site: Handle, control: Handle): void }> {
  let site: Handle | undefined;
  let control: Handle | undefined;
  const listener = await listen(
    (incoming, outgoing) => {
      const isControl = /^\/_local(\/|\?|$)/.test(incoming.url ?? '');
      const handle = isControl ? control : site;
      const canonical = `127.0.0.1:${listener.port}`;
      if (!handle)
        return void outgoing
          .writeHead(503, { 'retry-after': '1', refresh: '1' })
          .end('Bilfund is starting. The terminal says what it is doing.');
      if (!isControl && incoming.headers.host !== canonical) {
        // Tokens and cookies belong to one origin; another host name might be somebody else's site.
        const isLocalhost = incoming.headers.host === `localhost:${listener.port}`;
        const location = { location: `http://${canonical}${incoming.url}` };
        return void (isLocalhost ? outgoing.writeHead(307, location) : outgoing.writeHead(403)).end();
      }
      handle(incoming, outgoing).catch((error: unknown) => {
        console.error(
          `A request for ${incoming.url} failed: ${error instanceof Error ? error.message : error}`,
        );
        if (!outgoing.headersSent) outgoing.writeHead(502);
        outgoing.end();
      });
    },
    port ?? (await firstFreePort(defaultPort)),
  );
  return {
    listener,
    admit: (nextSite, nextControl) => {
      site = nextSite;
      control = nextControl;
    },
  };
}

/** For the process that fills an empty installation. */
function seedEnvironment(cloud: LocalCloud): Record<string, string> {
  return Object.assign(
    {},
    ...cloud.registry.all().map((fn) => fn.definition.environment),
    cloud.administratorEnvironment,
    { BILFUND_CLOCK_FILE: cloud.clock.file },
  );
}

/** Builds what has changed, starts everything and fills a new data folder. `tell` gets sentences for the terminal. */
export async function runBilfund(
  options: StartOptions,
  tell: (sentence: string) => void,
): Promise<RunningBilfund> {
  const giveBack = prepareDataFolder(options, tell);
  const endings: (() => Promise<void> | void)[] = [giveBack];
  const close = async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const { listener, admit } = await openDoor(options.port);
    endings.push(listener.close);
    const clock = new DomainClock(join(options.dataFolder, 'clock'));
    let isOut: (part: DemoPart) => boolean = () => false;
    const marketplace = options.demo
      ? await startMarketplace(options.dataFolder, clock, (part) => isOut(part), options.walled)
      : undefined;
    if (marketplace) endings.push(() => marketplace.close());
    const cars =
      options.empty || !marketplace ? undefined : beginSeed(options.dataFolder, marketplace.origin);
    if (cars) {
      endings.push(cars.close);
      tell('Rating the demo cars …');
    }
    const cdkOut = options.cdkOut ?? (await buildProject(tell));
    tell('Starting the services …');
    const overrides = environmentOverrides(
      marketplace && {
        marketplaceOrigin: marketplace.origin,
        pauseSeconds: options.pauseSeconds,
        registerUrl: marketplace.origin,
        demoLinks: JSON.stringify(marketplace.links),
      },
    );
    const shop = createShop();
    const cloud = await startLocalCloud({
      cdkOut,
      dataFolder: options.dataFolder,
      siteOrigin: listener.origin,
      clock,
      onClockMove: () => marketplace?.catchUp(),
      environment: { BILFUND_CLOCK_FILE: clock.file },
      overrides,
      companion: shop,
      compileCacheFolder,
      accountConcurrency: options.accountConcurrency,
      tell,
    });
    endings.push(() => cloud.close());
    isOut = (part) => cloud.faults.isOut(part);
    admit((incoming, outgoing) => cloud.site.serve(incoming, outgoing), createControlServer(cloud, shop));
    listener.server.on('upgrade', (incoming, socket, head) => {
      // Until the socket is connected nothing else listens for errors: a connection that breaks meanwhile would end the
      // process.
      socket.on('error', () => socket.destroy());
      cloud.site.upgrade(incoming, socket, head).catch(() => socket.destroy());
    });
    shop.server?.openWebhook();
    if (marketplace) cloud.objects.addLazySource(lazyObjects(options.dataFolder));
    if (cars) {
      tell('Storing the demo cars …');
      await cars.store(seedEnvironment(cloud));
    }
    return { url: listener.origin, cloud, close };
  } catch (error) {
    await close();
    throw error;
  }
}
