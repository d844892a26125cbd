import type { LinkOptions } from '#core/marketplace/marketplace-link.ts';
import type { VendSite } from './vend-site.ts';

const mostPhotos = 40;
/** The sizes that the photo host knows end in a width; this one shows a plate and is no larger than needed. */
const wantedSize = '960w';

const pathShape = /^\/dynamic\/[a-z0-9]{2,10}\/item\/(\d{1,12})\/[\w.-]{8,80}$/;

/** Whether a photo of the site may be fetched from here: its photo host, or the demo where its origin is given. */
export function isVendPhoto(site: VendSite, address: string, { demoOrigin }: LinkOptions = {}): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !pathShape.test(url.pathname)) return false;
  if (demoOrigin && url.origin === demoOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && url.hostname === site.photoHost;
}

/** The photos of this ad alone, in order, in the wanted size: pages show those of similar cars beside them. */
export function ownPhotos(
  raw: readonly unknown[],
  id: string,
  { site, demoOrigin }: { site: VendSite; demoOrigin: string | undefined },
): string[] {
  const own = raw.flatMap((address) => {
    if (typeof address !== 'string' || !isVendPhoto(site, address, { demoOrigin })) return [];
    const url = new URL(address);
    if (pathShape.exec(url.pathname)?.[1] !== id) return [];
    return [`${url.origin}${url.pathname.replace(/^\/dynamic\/[^/]+\//, `/dynamic/${wantedSize}/`)}`];
  });
  return [...new Set(own)].slice(0, mostPhotos);
}
