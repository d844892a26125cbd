import { tokenUsePrefix } from '#core/accounts/access-token.ts';
import { parkedPartition } from '#core/contract/messages.ts';
import { shardOf } from '#core/shared.ts';

/** The only file that builds keys. One table: `pk`, `sk`; each function's comment says what its item holds. */
export type Key = { pk: string; sk: string };
export type IndexName = typeof catalogIndex | typeof openIndex | typeof starIndex;

const user = (userId: string) => `USER#${userId}`;
/** A person's own items are in one partition; erasing also follows them to what is kept elsewhere (`relatedKeys`). */
export const userKeys = {
  partition: user,
  profile: (userId: string): Key => ({ pk: user(userId), sk: 'PROFILE' }),
  plan: (userId: string): Key => ({ pk: user(userId), sk: 'READER#PLAN' }),
  /** Nearly every request of a person needs plan, stars, hidden cars and discoveries: with one prefix they are one query. */
  readerPrefix: 'READER#',
  /** Count of charged imports in one month, "2026-11". */
  usage: (userId: string, month: string): Key => ({ pk: user(userId), sk: `USAGE#${month}` }),
  /** The import shown in the progress toast. */
  status: (userId: string): Key => ({ pk: user(userId), sk: 'STATUS' }),
  history: (userId: string, id: string): Key => ({ pk: user(userId), sk: `HISTORY#${id}` }),
  historyPrefix: 'HISTORY#',
  discovery: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `READER#MATCH#${carId}` }),
  discoveryPrefix: 'READER#MATCH#',
  star: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `READER#STAR#${carId}` }),
  starPrefix: 'READER#STAR#',
  /** A car that the person wants to see no more. */
  hidden: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `READER#HIDDEN#${carId}` }),
  list: (userId: string, id: string): Key => ({ pk: user(userId), sk: `LIST#${id}` }),
  listPrefix: 'LIST#',
  sharedList: (userId: string, ownerId: string, listId: string): Key => ({
    pk: user(userId),
    sk: `SHAREDLIST#${ownerId}#${listId}`,
  }),
  sharedListPrefix: 'SHAREDLIST#',
  savedSearch: (userId: string, id: string): Key => ({ pk: user(userId), sk: `SAVED#${id}` }),
  savedSearchPrefix: 'SAVED#',
  /** The number of lists or saved searches a person has, so that concurrent requests cannot exceed a limit. */
  tally: (userId: string, kind: string): Key => ({ pk: user(userId), sk: `TALLY#${kind}` }),
  /** A car from a page the person dropped; never shared. */
  privateCar: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `CAR#${carId}` }),
  privateCarPrefix: 'CAR#',
  /** The car of an ad on a page the person dropped, by the ad's name (`adIdOf`). */
  ownAd: (userId: string, adId: string): Key => ({ pk: user(userId), sk: `AD#${adId}` }),
  /** The last reading of a search page that the person sent, by the link's hash. */
  ownPage: (userId: string, linkHash: string): Key => ({ pk: user(userId), sk: `PAGE#${linkHash}` }),
  ownPagePrefix: 'PAGE#',
  /** The book of the person's own cars: the inputs of their ratings (decision 13). */
  ownBook: (userId: string): Key => ({ pk: user(userId), sk: 'OWNBOOK' }),
  /** The person's witness record of an ad, by the ad's name (`adIdOf`). */
  witness: (userId: string, adId: string): Key => ({ pk: user(userId), sk: `WITNESS#${adId}` }),
  idempotency: (userId: string, key: string): Key => ({ pk: user(userId), sk: `IDEM#${key}` }),
  /** The hour paid for by the last charged use of the Bilfund button. */
  paidHour: (userId: string): Key => ({ pk: user(userId), sk: 'PAIDHOUR' }),
  checkedPlate: (userId: string, plate: string): Key => ({ pk: user(userId), sk: `CHECKED#${plate}` }),
  /** The prices of one car on the pages that the person sent on a day. `car`: the key by which the car is compared. */
  askedPrices: (userId: string, day: string, car: string): Key => ({
    pk: user(userId),
    sk: `ASKED#${day}#${car}`,
  }),
  typedPlate: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `TYPEDPLATE#${carId}` }),
  /** The person's note, stage and day of a car. */
  hunt: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `HUNT#${carId}` }),
  huntPrefix: 'HUNT#',
  socket: (userId: string, connectionId: string): Key => ({ pk: user(userId), sk: `SOCKET#${connectionId}` }),
  socketPrefix: 'SOCKET#',
  automatedSearch: (userId: string, id: string): Key => ({ pk: user(userId), sk: `AUTOSEARCH#${id}` }),
  automatedSearchPrefix: 'AUTOSEARCH#',
  /** A guard that counts changes of a person's automated searches, so that concurrent ones conflict. */
  searchGuard: (userId: string): Key => ({ pk: user(userId), sk: 'AUTOSEARCHES' }),
  /** A guard that counts a person's started imports, so that concurrent ones conflict. */
  importGuard: (userId: string): Key => ({ pk: user(userId), sk: 'IMPORTS' }),
  /** The cars that one run was the first to show the person. */
  runDiscoveries: (userId: string, jobId: string): Key => ({ pk: user(userId), sk: `FOUND#${jobId}` }),
  runDiscoveriesPrefix: 'FOUND#',
  missedCars: (userId: string, searchId: string, readAt: string): Key => ({
    pk: user(userId),
    sk: `MISSED#${searchId}#${readAt}`,
  }),
  notification: (userId: string, id: string): Key => ({ pk: user(userId), sk: `NOTE#${id}` }),
  notificationPrefix: 'NOTE#',
  /** The dedupe key of an alert, which outlives the notification. `key`: car, kind and price. */
  seen: (userId: string, key: string): Key => ({ pk: user(userId), sk: `SEEN#${key}` }),
  /** An alert not yet told, sorted by when it may be. */
  pending: (userId: string, dueAt: string, id: string): Key => ({
    pk: user(userId),
    sk: `PENDING#${dueAt}#${id}`,
  }),
  pendingPrefix: 'PENDING#',
  /** An alert not yet delivered by mail, push or webhook. */
  outgoing: (userId: string, id: string): Key => ({ pk: user(userId), sk: `OUTGOING#${id}` }),
  outgoingPrefix: 'OUTGOING#',
  /** The newest read notification, and the number of notifications. */
  inbox: (userId: string): Key => ({ pk: user(userId), sk: 'INBOX' }),
  alertSettings: (userId: string): Key => ({ pk: user(userId), sk: 'ALERTSETTINGS' }),
  pushDevice: (userId: string, id: string): Key => ({ pk: user(userId), sk: `PUSH#${id}` }),
  pushDevicePrefix: 'PUSH#',
  token: (userId: string, id: string): Key => ({ pk: user(userId), sk: `TOKEN#${id}` }),
  tokenPrefix: 'TOKEN#',
  customer: (userId: string): Key => ({ pk: user(userId), sk: 'CUSTOMER' }),
} as const;

/** When a token was last used. Not in the token's own item, because functions that may write nothing else write it. */
export const tokenUseKey = (userId: string, id: string): Key => ({
  pk: `${tokenUsePrefix}${userId}`,
  sk: id,
});

export const carKey = (carId: string): Key => ({ pk: `CAR#${carId}`, sk: 'CAR' });
/** The car of an ad of the catalog, by the ad's name (`adIdOf`). */
export const adKey = (adId: string): Key => ({ pk: `AD#${adId}`, sk: 'AD' });
export const witnessedAdPartition = (adId: string) => `WITNESSED#${adId}`;
export const witnessOfKey = (adId: string, userId: string): Key => ({
  pk: witnessedAdPartition(adId),
  sk: `${witnessOfPrefix}${userId}`,
});
export const witnessOfPrefix = 'WITNESS#';
export const typedPlatePartition = (carId: string) => `TYPEDPLATES#${carId}`;
export const typedPlateOfKey = (carId: string, userId: string): Key => ({
  pk: typedPlatePartition(carId),
  sk: `TYPEDPLATE#${userId}`,
});
export const plateCarKey = (plateHash: string): Key => ({ pk: `PLATECAR#${plateHash}`, sk: 'PLATECAR' });
export const vinCarKey = (vinHash: string): Key => ({ pk: `VINCAR#${vinHash}`, sk: 'VINCAR' });
/** Cars of one make, model and year that have photos, sorted by mileage in seven digits. */
export const lookPartition = (make: string, model: string, year: number): string =>
  `LOOK#${make.toLowerCase()}#${model.toLowerCase()}#${year}`;
export const lookMileage = (km: number): string => String(Math.max(0, Math.round(km))).padStart(7, '0');
/** The cars that show one picture; many of them mean a common picture, such as a dealer's banner. */
export const pictureKey = (hash: string): Key => ({ pk: `PICTURE#${hash}`, sk: 'PICTURE' });
/** How often something was done lately, by a kind of limit and a hash of whom it counts for. */
export const bucketKey = (kind: string, hash: string): Key => ({
  pk: `BUCKET#${kind}#${hash}`,
  sk: 'BUCKET',
});

export const jobKey = (jobId: string): Key => ({ pk: `JOB#${jobId}`, sk: 'JOB' });
export const jobPartition = (jobId: string) => `JOB#${jobId}`;
export const listingKey = (jobId: string, carId: string): Key => ({
  pk: `JOB#${jobId}`,
  sk: `LISTING#${carId}`,
});
export const shownAdsKey = (jobId: string): Key => ({ pk: `JOB#${jobId}`, sk: 'PAGE' });
export const listingPrefix = 'LISTING#';
export const jobOwnerKey = (jobId: string, userId: string): Key => ({
  pk: `JOB#${jobId}`,
  sk: `OWNER#${userId}`,
});
export const jobOwnerPrefix = 'OWNER#';
/** A distinct search link: its running import, its next hourly run, and the result of its last run. */
export const linkKey = (linkHash: string): Key => ({ pk: `LINK#${linkHash}`, sk: 'LINK' });
export const linkPartition = (linkHash: string) => `LINK#${linkHash}`;
export const followerKey = (linkHash: string, userId: string): Key => ({
  pk: `LINK#${linkHash}`,
  sk: `FOLLOWER#${userId}`,
});
export const followerPrefix = 'FOLLOWER#';
/** The cars that a followed link has shown, so that an hourly run can find the new ones. */
export const shownCarsKey = (linkHash: string): Key => ({ pk: `LINK#${linkHash}`, sk: 'SHOWN' });
/** How many links are searched, and for how many an hour has room. */
export const searchLoadKey: Key = { pk: 'SEARCHLOAD', sk: 'SEARCHLOAD' };
export const laneKey = (lane: number): Key => ({ pk: `LANE#${lane}`, sk: 'LANE' });
export const ticketKey = (ticket: string): Key => ({ pk: `TICKET#${ticket}`, sk: 'TICKET' });
export const connectionKey = (connectionId: string): Key => ({ pk: `CONN#${connectionId}`, sk: 'CONN' });
/** A register answer (also "unknown"), cached for a day. */
export const registerKey = (plate: string): Key => ({ pk: `PLATE#${plate}`, sk: 'REGISTER' });
export const registerCallsKey = (plate: string, day: string): Key => ({
  pk: `PLATE#${plate}`,
  sk: `CALLS#${day}`,
});
export const stripeCustomerKey = (customerId: string): Key => ({
  pk: `STRIPECUS#${customerId}`,
  sk: 'STRIPECUS',
});
export const stripeEventKey = (eventId: string): Key => ({ pk: `STRIPE#${eventId}`, sk: 'STRIPE' });
/** The ended sessions of a person and the mark of their erasure: outside the person's partition, which erasing empties. */
export const endedPartition = (userId: string) => `ENDED#${userId}`;
/** The tombstone of an erased account: nothing of it is written again. */
export const erasedKey = (userId: string): Key => ({ pk: endedPartition(userId), sk: 'ERASED' });
/** The time up to which all sessions of a person have ended. */
export const endedSessionsKey = (userId: string): Key => ({ pk: endedPartition(userId), sk: 'SESSIONS' });
/** One session that was signed out. */
export const endedSessionPrefix = 'SESSION#';
export const endedSessionKey = (userId: string, session: string): Key => ({
  pk: endedPartition(userId),
  sk: `${endedSessionPrefix}${session}`,
});
/**
 * Items found by an e-mail's keyed hash, before the caller is known: the password mark, who asked for codes, erased usage.
 */
export const passwordMarkKey = (emailHash: string): Key => ({ pk: `LOGIN#${emailHash}`, sk: 'PASSWORD' });
/** Charged imports of a month by an erased account with this e-mail. */
export const erasedUsageKey = (emailHash: string, month: string): Key => ({
  pk: `LOGIN#${emailHash}`,
  sk: `USAGE#${month}`,
});
export const attemptKey = (emailHash: string, kind: 'sign-up' | 'reset'): Key => ({
  pk: `LOGIN#${emailHash}`,
  sk: `ATTEMPT#${kind}`,
});
/** Given-up messages that can be sent again, sorted by when they were first sent. */
export const parkedMessageKey = (sentAt: string, messageId: string): Key => ({
  pk: parkedPartition,
  sk: `${sentAt}#${messageId}`,
});
export const healthKey: Key = { pk: 'HEALTH', sk: 'HEALTH' };

/** GSI1: the catalog in sixteen partitions, sorted by change. */
export const catalogIndex = 'gsi1';
export const catalogPartitions: readonly string[] = Array.from(
  { length: 16 },
  (_, i) => `CAT#${String(i).padStart(2, '0')}`,
);
export const catalogPartitionOf = (carId: string): string =>
  catalogPartitions[shardOf(carId, catalogPartitions.length)]!;

/** GSI2: open jobs, oldest first. */
export const openIndex = 'gsi2';
export const openJobsPartition = 'OPEN#JOB';

/** GSI2: links to be searched again, in four partitions, most overdue first. */
export const duePartitions: readonly string[] = Array.from({ length: 4 }, (_, i) => `DUE#${i}`);
export const duePartitionOf = (linkHash: string): string =>
  duePartitions[shardOf(linkHash, duePartitions.length)]!;
/** GSI2: automated searches by the end of their week, whatever happens to the link meanwhile. */
export const endingPartition = 'ENDING';
/** GSI2: erasures still open, oldest first; each gets a last run when nothing of the account can be under way. */
export const erasingPartition = 'ERASING';
/** GSI2: people whose own cars are rated again. */
export const ownBooksPartition = 'OWNBOOKS';
/** GSI2: people with a Stripe customer, longest unchecked first. */
export const payersPartition = 'PAYERS';
export const payersSortKey = (checkedAt: string, userId: string) => `${checkedAt}#${userId}`;

/** GSI2: alerts waiting to be told or delivered, in four partitions, most overdue first. */
export const waitingPartitions: readonly string[] = Array.from({ length: 4 }, (_, i) => `WAITING#${i}`);
export const waitingPartitionOf = (userId: string): string =>
  waitingPartitions[shardOf(userId, waitingPartitions.length)]!;
export const userIdOf = ({ pk }: Key): string => pk.slice('USER#'.length);

/** GSI3: who starred a car, and whose link or search found it. */
export const starIndex = 'gsi3';
export const starPartitionOf = (carId: string): string => `STAR#${carId}`;
export const finderPartitionOf = (carId: string): string => `FINDER#${carId}`;
