const hourMs = 3_600_000;
/** SQS holds a message for a quarter of an hour at most. */
export const mostSpreadSeconds = 900;

/** The hour of an instant, counted from the epoch: a link runs once in it. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** A link's or filter's run of an hour, named by both: it is the same however often it is started. */
export const runIdOf = (linkHash: string, hour: number): string => `${linkHash}-${hour}`;

/** Whether an id is one of those. An import's has twenty characters by chance, a link's hash alone has more. */
export const isRunId = (id: string): boolean => id.length > 30 && /-\d+$/.test(id);

/** The instant at which an hour begins. */
export const hourStart = (hour: number): string => new Date(hour * hourMs).toISOString();

/** How long after its hour's start a link is visited: always the same for one link, evenly spread over all. */
export function spreadSeconds(linkHash: string): number {
  let hash = 0;
  for (const char of linkHash) hash = (hash * 33 + char.charCodeAt(0)) >>> 0;
  return hash % (mostSpreadSeconds + 1);
}
