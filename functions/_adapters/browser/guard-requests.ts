import { lookup } from 'node:dns/promises';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { isPrivateAddress } from '#core/marketplace/private-address.ts';

/** Never needed to read a page, and most of its weight. */
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
  /** Whether an address may be asked for at all; asked again for every hop of a redirect. */
  allow: (url: string) => boolean;
  /** Hosts that may be private: the demo marketplace's. */
  trustedHosts: ReadonlySet<string>;
  /** Whether stylesheets are asked for: a feed that grows as one scrolls may grow only as it is meant to lie. */
  hasStyles: boolean;
  /** All addresses of a host; throws when there are none. */
  resolve: (hostname: string) => Promise<string[]>;
};

export type RequestGuard = {
  blocked: { url: string; isDocument: boolean }[];
  /** From now on nothing at all is asked for: the page stays as it stands, whatever refreshes it or its frames ask for. */
  hold: () => void;
  isHeld: () => boolean;
  /** Begins anew, for another page of the same rules. */
  renew: () => void;
  close: () => Promise<void>;
};

export async function resolveHost(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Puts a check before every request of a page, redirects included: first the address itself, then where its
 * name leads, so that a visit ends with a reason where a name leads into a private network. That no
 * connection is made there is the gate's affair, which looks again when it connects. Pictures, media and fonts are not asked for.
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
    // "aborted" leaves the document where it is; a refused one would put an error page in its place.
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

/** Each host is looked up once per visit; one that cannot be looked up is not asked. */
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
