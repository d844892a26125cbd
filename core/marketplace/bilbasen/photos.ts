import type { LinkOptions } from '#core/marketplace/marketplace-link.ts';

const mostPhotos = 40;
const photoHost = 'billeder.bilbasen.dk';
const pathShape = /^\/(?:bilinfo|bilbasen)\/[\w-]{8,60}\.(?:jpe?g|png|webp)$/i;
/** The largest size that the site's own pages ask for: a plate can be read in it. */
const wantedSize = 'S960X960';

/** Whether a photo of an ad may be fetched from here. */
export function isBilbasenPhoto(address: string, { demoOrigin }: LinkOptions = {}): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !pathShape.test(url.pathname)) return false;
  if (demoOrigin && url.origin === demoOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && url.hostname === photoHost;
}

/** The photos among some addresses, in order, in the wanted size. */
export function photosOf(raw: readonly unknown[], demoOrigin: string | undefined): string[] {
  const own = raw.flatMap((address) => {
    if (typeof address !== 'string' || !isBilbasenPhoto(address, { demoOrigin })) return [];
    const { origin, pathname } = new URL(address);
    return [`${origin}${pathname}?class=${wantedSize}`];
  });
  return [...new Set(own)].slice(0, mostPhotos);
}
