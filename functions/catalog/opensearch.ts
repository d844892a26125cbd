import type { Viewer } from '#core/cars/car.ts';
import type { Card, CatalogChange } from '#core/cars/card.ts';
import { type CardPage, type CardQuery, lockedOnPage, pageSize } from '#core/catalog/card-query.ts';
import type { CatalogReader } from '#core/catalog/catalog.ts';
import {
  addOwnFacets,
  askCurrent,
  askOwn,
  cardsOf,
  countsOf,
  currentIdsOf,
  facetsOf,
  hitsOf,
  indexedSpan,
  joinPage,
  newestOf,
  requireWhole,
  totalOf,
} from '#core/catalog/opensearch/answers.ts';
import {
  answeringSettings,
  documentOf,
  indexAlias,
  indexDefinition,
  indexName,
} from '#core/catalog/opensearch/documents.ts';
import {
  afterStride,
  askDeals,
  askFacets,
  askLocked,
  askNewest,
  askSimilar,
  askSpan,
  askStride,
  isWithinWindow,
  type Search,
  type SearchAnswer,
  type Span,
  spanOf,
} from '#core/catalog/opensearch/questions.ts';
import { type AwsAnswer, callAws, refusal } from '#functions/platform/aws-call.ts';
import { log } from '#functions/platform/log.ts';
import { env } from '#functions/platform/settings.ts';

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** A call that fills, creates or switches an index; nobody waits for it. */
  isWork?: boolean;
};

/** Timeout of one try where a person waits: a call's four tries end before the timeout of the list's function. */
const questionMs = 4_000;
const workMs = 25_000;

/** Newline-delimited JSON, as `_bulk` and `_msearch` take it. */
export const toLines = (parts: readonly unknown[]): string =>
  parts.map((part) => `${JSON.stringify(part)}\n`).join('');

/**
 * Calls OpenSearch and returns the answer, whatever its status. A string body is sent as NDJSON. Retried while the engine is
 * busy, so every call must be idempotent.
 */
export function askEngine({ method, path, body, isWork = false }: Call): Promise<AwsAnswer> {
  const isLines = typeof body === 'string';
  return callAws({
    service: 'es',
    endpointName: 'OPENSEARCH',
    origin: env('CAR_INDEX_ENDPOINT'),
    method,
    path,
    headers: body === undefined ? {} : { 'content-type': `application/${isLines ? 'x-ndjson' : 'json'}` },
    body: body === undefined ? '' : isLines ? body : JSON.stringify(body),
    timeoutMs: isWork ? workMs : questionMs,
  });
}

/** @throws with the engine's message unless the call succeeded */
export async function callEngine<T>(call: Call): Promise<T> {
  const answer = await askEngine(call);
  if (answer.status >= 300)
    throw new Error(`OpenSearch refused ${call.method} ${call.path}: ${refusal(answer)}`);
  return JSON.parse(answer.bytes.toString('utf8')) as T;
}

type Indexes = Record<string, { aliases: Record<string, unknown> }>;

/** All indexes of the catalog, of any format, and whether an alias points to each. */
const readIndexes = (): Promise<Indexes> => callEngine<Indexes>({ method: 'GET', path: '/cars-*/_alias' });

const beginning = `${indexAlias}-`;

/** The index that is in use, if any. */
const answeringOf = (indexes: Indexes): string | undefined =>
  Object.keys(indexes).find((name) => indexAlias in indexes[name]!.aliases);

/** When the index in use was begun, from its name; null when there is none. */
export async function answeringSince(): Promise<Date | null> {
  const answering = answeringOf(await readIndexes());
  return answering === undefined ? null : begunAt(answering);
}

/** "cars-4-1-20261125103000-a1b2c3d4" was begun at 10:30. */
function begunAt(name: string): Date | null {
  const parts = /-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-\w+$/.exec(name)?.slice(1).map(Number);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** An index and what it has of the table's changes. This is noted in the index itself, so that both end together. */
export type Build = {
  index: string;
  /** For each partition of the catalog the instant up to which its changes are in the index. */
  filled: Record<string, string>;
  /** Until then another run is filling it; null when none is. */
  busyUntil: string | null;
};

/** Creates a new index, not yet in use, and returns its name. */
export async function beginIndex(now: Date, random: string, shards = 1): Promise<string> {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const index = indexName(`${stamp}-${random}`);
  await callEngine({ method: 'PUT', path: `/${index}`, body: indexDefinition(shards), isWork: true });
  return index;
}

/** Switches the alias to this index atomically: every search is answered by the old index or the new one. */
export async function switchTo(index: string): Promise<void> {
  await callEngine({ method: 'PUT', path: `/${index}/_settings`, body: answeringSettings, isWork: true });
  await callEngine({ method: 'POST', path: `/${index}/_refresh`, isWork: true });
  const former = Object.entries(await readIndexes()).filter(([, { aliases }]) => indexAlias in aliases);
  const actions = [
    ...former.map(([name]) => ({ remove: { index: name, alias: indexAlias } })),
    { add: { index, alias: indexAlias } },
  ];
  await callEngine({ method: 'POST', path: '/_aliases', body: { actions }, isWork: true });
}

const hourMs = 60 * 60_000;
/** A build that takes longer was abandoned: another one is begun. */
const longestBuildMs = 24 * hourMs;
/** Indexes of the former format are kept for as long as a rollout may be taken back. */
const formerFormatMs = 8 * 24 * hourMs;

const begunAtMs = (name: string): number => begunAt(name)?.getTime() ?? 0;

/** Whether an index of this format may still become the one in use: begun after that one, and not abandoned. */
function isUnfinished(name: string, indexes: Indexes, now: Date): boolean {
  const answering = answeringOf(indexes);
  const sinceMs = Math.max(now.getTime() - longestBuildMs, answering ? begunAtMs(answering) : 0);
  return (
    name.startsWith(beginning) &&
    Object.keys(indexes[name]!.aliases).length === 0 &&
    begunAtMs(name) > sinceMs
  );
}

type Mappings = Record<string, { mappings: { _meta?: Omit<Build, 'index'> } }>;

async function readBuild(index: string): Promise<Build> {
  const mappings = await callEngine<Mappings>({ method: 'GET', path: `/${index}/_mapping` });
  return { filled: {}, busyUntil: null, ...mappings[index]!.mappings._meta, index };
}

/** The index in use; null when there is none. */
export async function answeringBuild(): Promise<Build | null> {
  const index = answeringOf(await readIndexes());
  return index === undefined ? null : readBuild(index);
}

/** The build that was begun and is not in use yet; null when there is none. */
export async function unfinishedBuild(now: Date): Promise<Build | null> {
  const indexes = await readIndexes();
  const index = Object.keys(indexes).find((name) => isUnfinished(name, indexes, now));
  return index === undefined ? null : readBuild(index);
}

export async function noteBuild({ index, filled, busyUntil }: Build): Promise<void> {
  const body = { _meta: { filled, busyUntil } };
  await callEngine({ method: 'PUT', path: `/${index}/_mapping`, body, isWork: true });
}

/**
 * Deletes indexes that are no longer used: former builds, abandoned ones, and those of retired formats. Returns their names.
 */
export async function deleteOldIndexes(now: Date): Promise<string[]> {
  const indexes = await readIndexes();
  const old = Object.keys(indexes).filter((name) => {
    if (!name.startsWith(beginning)) return now.getTime() - begunAtMs(name) > formerFormatMs;
    return Object.keys(indexes[name]!.aliases).length === 0 && !isUnfinished(name, indexes, now);
  });
  for (const name of old) await callEngine({ method: 'DELETE', path: `/${name}`, isWork: true });
  return old;
}

/** How many cars of an index are listed. */
export async function countListed(index: string): Promise<number> {
  const body = { query: { term: { isListed: true } } };
  return (await callEngine<{ count: number }>({ method: 'POST', path: `/${index}/_count`, body })).count;
}

/** A domain of small nodes takes requests of up to 10 MiB. */
const mostBytes = 4 * 1_048_576;
/** The index holds a newer version of the car: the change came late or twice. */
const alreadyNewer = 409;
/** The mapping rejects a value. */
const neverTaken = 400;

type BulkAnswer = {
  items: { index: { _id: string; status: number; error?: { type: string; reason: string } } }[];
};

/** Two lines for each change, split into bodies of at most the size that one call takes. */
function* bulkBodies(changes: readonly CatalogChange[]): Generator<string> {
  let lines: string[] = [];
  let bytes = 0;
  for (const change of changes) {
    const { id, version, document } = documentOf(change);
    const action = { index: { _id: id, version, version_type: 'external_gte' } };
    const line = toLines([action, document]);
    const size = Buffer.byteLength(line);
    if (lines.length > 0 && bytes + size > mostBytes) {
      yield lines.join('');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield lines.join('');
}

async function send(path: string, changes: readonly CatalogChange[], isHarmless: (error: string) => boolean) {
  for (const body of bulkBodies(changes)) {
    const { items } = await callEngine<BulkAnswer>({ method: 'POST', path, body, isWork: true });
    for (const { index } of items) {
      if (!index.error || index.status === alreadyNewer || isHarmless(index.error.type)) continue;
      if (index.status !== neverTaken)
        throw new Error(`OpenSearch did not take a change: ${JSON.stringify(index)}`);
      // Retrying would fail for ever and block the changes beside it: leaving one car out is the smaller harm.
      log.error('a car is left out of the index, which cannot hold it', {
        id: index._id,
        type: index.error.type,
      });
    }
  }
}

/**
 * Writes changes of the catalog to the index in use, in any order and any number of times: the newest version of a car wins.
 * Does nothing while no index is in use: its build reads these changes later.
 */
export const indexChanges = (changes: readonly CatalogChange[]): Promise<void> =>
  send(`/${indexAlias}/_bulk?require_alias=true`, changes, (error) => error === 'index_not_found_exception');

/** The same for an index that is not in use yet. */
export const fillIndex = (index: string, changes: readonly CatalogChange[]): Promise<void> =>
  send(`/${index}/_bulk`, changes, () => false);

/** The card of a listed car as the index holds it now, even before searches see it; null when there is none. */
export async function indexedCard(id: string): Promise<Card | null> {
  const path = `/${indexAlias}/_doc/${encodeURIComponent(id)}`;
  const answer = await askEngine({ method: 'GET', path });
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`OpenSearch cannot read a card: ${refusal(answer)}`);
  const { _source } = JSON.parse(answer.bytes.toString('utf8')) as { _source?: { card?: Card } };
  return _source?.card ?? null;
}

type Question = readonly [query: CardQuery, viewer: Viewer];

/** Sends several searches in one call; answers are in the same order. */
async function askAll(searches: readonly Search[]): Promise<SearchAnswer[]> {
  const body = toLines(searches.flatMap((search) => [search.head, search.body]));
  const { responses } = await callEngine<{ responses: SearchAnswer[] }>({
    method: 'POST',
    path: '/_msearch',
    body,
  });
  return responses.map(requireWhole);
}

/** The cards of a span; several steps are needed below the depth that one search counts. */
async function cardsIn(question: Question, span: Span): Promise<Card[]> {
  let left = span;
  let values: (string | number)[] | null = null;
  while (!isWithinWindow(left)) {
    const [stride] = await askAll([askStride(...question, left, values)]);
    values = hitsOf(stride!)[0]?.sort ?? null;
    // The list has become shorter meanwhile: this page no longer exists.
    if (values === null) return [];
    left = afterStride(left);
  }
  const [answer] = await askAll([askSpan(...question, left, values)]);
  const cards = cardsOf(answer!);
  return span.isFromEnd ? cards.reverse() : cards;
}

/** The first call of a query: all counts, and the requested page if it can be reached directly. */
async function askFirst(question: Question, from: number, to: number) {
  const { found, others } = askFacets(...question);
  const locked = askLocked(...question);
  const wanted: Span = { from, size: to - from, isFromEnd: false };
  const page = isWithinWindow(wanted) ? askSpan(...question, wanted) : null;
  const answers = await askAll([
    askNewest(),
    found,
    ...others,
    ...[locked, page].filter((one) => one !== null),
  ]);
  const facets = answers.slice(1, 2 + others.length);
  const [lockedAnswer, pageAnswer] = locked
    ? answers.slice(2 + others.length)
    : [undefined, ...answers.slice(2 + others.length)];
  return {
    newest: newestOf(answers[0]!),
    facets: facetsOf(facets, question[1]),
    total: totalOf(facets[0]!),
    lockedCount: lockedAnswer ? totalOf(lockedAnswer) : 0,
    cards: pageAnswer ? cardsOf(pageAnswer) : null,
  };
}

async function findPage(
  [query, viewer]: Question,
  own: readonly Card[],
): Promise<{ page: CardPage; newest: string }> {
  const question: Question = [query, viewer];
  const mine = askOwn(own, query, viewer);
  const ownFound = mine?.found ?? [];
  const spanAt = (page: number) => indexedSpan((page - 1) * pageSize, page * pageSize, ownFound.length);
  const asked = spanAt(query.page);
  const first = await askFirst(question, asked.from, asked.to);
  const totalCount = first.total + ownFound.length;
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const page = Math.min(query.page, totalPages);
  const { from, to } = spanAt(page);
  const isThere = first.cards !== null && page === query.page;
  const indexed = isThere ? first.cards! : await cardsIn(question, spanOf(from, to, first.total));
  const place = { from: (page - 1) * pageSize, to, indexedFrom: Math.min(from, first.total) };
  return {
    newest: first.newest,
    page: {
      cards: joinPage(indexed, ownFound, place, question),
      lockedOnPage: lockedOnPage(query, first.lockedCount + (mine?.lockedCount ?? 0), page),
      totalCount,
      totalPages,
      page,
      ...(mine ? addOwnFacets(first.facets, mine.facets) : first.facets),
    },
  };
}

/** The catalog in OpenSearch. `version` is that of the last answer, so make one reader for each request. */
export function searchCatalog(): CatalogReader {
  let version = '';
  return {
    get version() {
      return version;
    },
    async query(query, viewer, ownCards = []) {
      const { page, newest } = await findPage([query, viewer], ownCards);
      version = newest;
      return page;
    },
    async counts() {
      const [newest, deals] = await askAll([askNewest(), askDeals()]);
      version = newestOf(newest!);
      return countsOf(deals!);
    },
    card: indexedCard,
    async currentIds(ids) {
      const searches = askCurrent([...ids]);
      return searches.length === 0 ? new Map() : currentIdsOf(await askAll(searches), ids);
    },
    async similar(...asked) {
      const search = askSimilar(...asked);
      return search ? cardsOf((await askAll([search]))[0]!) : [];
    },
  };
}
