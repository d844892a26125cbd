/** How fast the marketplace is visited. */
export type Politeness = {
  /** Pause between two item pages. */
  pauseSeconds: number;
  /** Number of hourly runs at the same time. */
  lanes: number;
};

/**
 * Number of simultaneous visits by our own function, unless the stage's file sets another: the smallest that Lambda accepts.
 */
export const usualVisitsAtOnce = 2;

/**
 * How many of these simultaneous visits hourly runs may use. A quarter, at least one, is reserved for imports (decision 5).
 */
export const lanesOf = (visitsAtOnce: number): number =>
  Math.max(1, visitsAtOnce - Math.max(1, Math.floor(visitsAtOnce / 4)));

/** The result of an hour's dispatch, for the panel and the operator. */
export type SearchLoad = {
  at: string;
  /** Links that somebody follows. */
  links: number;
  linksPerHour: number;
  /** Runs started in this hour, and links postponed to the next. */
  started: number;
  waiting: number;
  /** The hours between two runs of a link at this load. */
  intervalHours: number;
};

/**
 * Seconds to open a browser and scroll through a search. Generous: a longer interval costs less than a run that does not
 * finish.
 */
export const searchSeconds = 30;
/** Seconds to read one item page, and the number of new cars in an hourly run; most runs find few. */
export const itemSeconds = 4;
const newCarsPerRun = 4;

/** How many distinct links can run within an hour. */
export function linksPerHour({ pauseSeconds, lanes }: Politeness): number {
  const runSeconds = searchSeconds + newCarsPerRun * (itemSeconds + pauseSeconds);
  return Math.floor((lanes * 3600) / runSeconds);
}

/** All links run equally often: with more links than fit into an hour, each runs every second or third hour. */
export const intervalHours = (links: number, perHour: number): number =>
  Math.max(1, Math.ceil(links / Math.max(1, perHour)));

/** How many ads that a search no longer shows are opened again after its run. */
export const adsLookedAgainPerRun = 2;

/** Whether the hour has room to open ads again: together they take less time than their run, which comes first. */
export const hasRoomToLookAgain = ({
  links,
  linksPerHour,
}: Pick<SearchLoad, 'links' | 'linksPerHour'>): boolean => 2 * links <= linksPerHour;
