/** How politely the marketplace is asked. */
export type Politeness = {
  /** Pause between two item pages. */
  pauseSeconds: number;
  /** Hourly runs side by side. */
  lanes: number;
};

/** Visits side by side of our own function, unless the stage's file says otherwise: as few as Lambda takes. */
export const usualVisitsAtOnce = 2;

/**
 * How many of these visits side by side hourly runs may take: a quarter, one at least, is kept for what people import by hand
 * (decision 5).
 */
export const lanesOf = (visitsAtOnce: number): number =>
  Math.max(1, visitsAtOnce - Math.max(1, Math.floor(visitsAtOnce / 4)));

/** What an hour's dispatch found and decided, for the panel and the operator. */
export type SearchLoad = {
  at: string;
  /** Links that somebody follows. */
  links: number;
  linksPerHour: number;
  /** Runs started in this hour, and links that had to wait for the next. */
  started: number;
  waiting: number;
  /** How often a link runs while it stays like this. */
  intervalHours: number;
};

/** Seconds to open a browser and scroll through a search; generous, because a stretched hour costs less than a lost one. */
export const searchSeconds = 30;
/** Seconds to read one item page, and how many cars of an hour's search are new: most hours bring a few. */
export const itemSeconds = 4;
const newCarsPerRun = 4;

/** Distinct links that an hour has room for. */
export function linksPerHour({ pauseSeconds, lanes }: Politeness): number {
  const runSeconds = searchSeconds + newCarsPerRun * (itemSeconds + pauseSeconds);
  return Math.floor((lanes * 3600) / runSeconds);
}

/** Every link gets the same share: with more links than an hour has room for, each runs every second or third hour. */
export const intervalHours = (links: number, perHour: number): number =>
  Math.max(1, Math.ceil(links / Math.max(1, perHour)));
