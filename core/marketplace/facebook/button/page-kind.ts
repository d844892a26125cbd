/** Pages below the marketplace's that belong to the visitor, or are about people. */
const ownPages = /^\/marketplace\/(?:you|inbox|profile|selling|buying|create|notifications)(?:\/|$)/i;

/** The number of the ad whose page it is. */
export const itemIdOf = (pathname: string): string | null =>
  /^\/marketplace\/item\/(\d{1,25})\/?$/.exec(pathname)?.[1] ?? null;

/** A search, or a place's front page: it shows cars of many sellers. */
export const isListPath = (pathname: string): boolean =>
  /^\/marketplace(?:\/[A-Za-z0-9_-]+){0,2}\/?$/.test(pathname) &&
  !/^\/marketplace\/item(?:\/|$)/.test(pathname) &&
  !ownPages.test(pathname);
