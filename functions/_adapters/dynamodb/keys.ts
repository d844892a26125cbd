/** The only place that spells keys. One table: `pk`, `sk`; what each holds stands beside its function. */
export type Key = { pk: string; sk: string };

const user = (userId: string) => `USER#${userId}`;

/** Everything of a person lies under one partition: erase and export are one query. */
export const userKeys = {
  partition: user,
  profile: (userId: string): Key => ({ pk: user(userId), sk: 'PROFILE' }),
  plan: (userId: string): Key => ({ pk: user(userId), sk: 'PLAN' }),
  /** Count of charged imports in one month, "2026-11". */
  usage: (userId: string, month: string): Key => ({ pk: user(userId), sk: `USAGE#${month}` }),
  /** Which import the progress toast follows. */
  status: (userId: string): Key => ({ pk: user(userId), sk: 'STATUS' }),
  history: (userId: string, id: string): Key => ({ pk: user(userId), sk: `HISTORY#${id}` }),
  historyPrefix: 'HISTORY#',
  match: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `MATCH#${carId}` }),
  matchPrefix: 'MATCH#',
  star: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `STAR#${carId}` }),
  starPrefix: 'STAR#',
  list: (userId: string, id: string): Key => ({ pk: user(userId), sk: `LIST#${id}` }),
  listPrefix: 'LIST#',
  savedSearch: (userId: string, id: string): Key => ({ pk: user(userId), sk: `SAVED#${id}` }),
  savedSearchPrefix: 'SAVED#',
  /** How many of a kind a person has, so that a limit holds when two are made at once. */
  tally: (userId: string, kind: string): Key => ({ pk: user(userId), sk: `TALLY#${kind}` }),
  /** A car from a page the person dropped: never shared. */
  privateCar: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `CAR#${carId}` }),
  privateCarPrefix: 'CAR#',
  /** The answer already given to an Idempotency-Key. */
  idempotency: (userId: string, key: string): Key => ({ pk: user(userId), sk: `IDEM#${key}` }),
  socket: (userId: string, connectionId: string): Key => ({ pk: user(userId), sk: `SOCKET#${connectionId}` }),
  socketPrefix: 'SOCKET#',
} as const;

export const carKey = (carId: string): Key => ({ pk: `CAR#${carId}`, sk: 'CAR' });
export const jobKey = (jobId: string): Key => ({ pk: `JOB#${jobId}`, sk: 'JOB' });
export const jobPartition = (jobId: string) => `JOB#${jobId}`;
export const listingKey = (jobId: string, carId: string): Key => ({
  pk: `JOB#${jobId}`,
  sk: `LISTING#${carId}`,
});
export const listingPrefix = 'LISTING#';
export const jobOwnerKey = (jobId: string, userId: string): Key => ({
  pk: `JOB#${jobId}`,
  sk: `OWNER#${userId}`,
});
export const jobOwnerPrefix = 'OWNER#';
/** A distinct search link: its running import. */
export const linkKey = (linkHash: string): Key => ({ pk: `LINK#${linkHash}`, sk: 'LINK' });
export const ticketKey = (ticket: string): Key => ({ pk: `TICKET#${ticket}`, sk: 'TICKET' });
export const connectionKey = (connectionId: string): Key => ({ pk: `CONN#${connectionId}`, sk: 'CONN' });
/** A register answer (or its absence), kept for a day. */
export const registerKey = (plate: string): Key => ({ pk: `PLATE#${plate}`, sk: 'REGISTER' });
export const healthKey: Key = { pk: 'HEALTH', sk: 'HEALTH' };

/** GSI1: the catalog in sixteen partitions, ordered by change. */
export const catalogIndex = 'gsi1';
export const catalogPartitions: readonly string[] = Array.from(
  { length: 16 },
  (_, i) => `CAT#${String(i).padStart(2, '0')}`,
);
export function catalogPartitionOf(carId: string): string {
  let hash = 0;
  for (const char of carId) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return catalogPartitions[hash % catalogPartitions.length]!;
}

/** GSI2: imports that have not ended, oldest first. */
export const openIndex = 'gsi2';
export const openJobsPartition = 'OPEN#JOB';
