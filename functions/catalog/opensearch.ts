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
import { documentOf, indexAlias, indexDefinition, indexName } from '#core/catalog/opensearch/documents.ts';
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
  /** It fills, makes or switches an index, and nobody waits for it. */
  isWork?: boolean;
};

/** A person waits for the answer, for as long as the function of the list may run. */
const questionMs = 4_000;
const workMs = 25_000;

/** One JSON text a line, as `_bulk` and `_msearch` take them. */
export const toLines = (parts: readonly unknown[]): string =>
  parts.map((part) => `${JSON.stringify(part)}\n`).join('');

/** The answer, whatever its status. A text is sent as lines. Tried again while the engine is busy: every call of ours may come twice. */
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

/** @throws with what the engine says, unless it has done what it was asked */
export async function callEngine<T>(call: Call): Promise<T> {
  const answer = await askEngine(call);
  if (answer.status >= 300)
    throw new Error(`OpenSearch refused ${call.method} ${call.path}: ${refusal(answer)}`);
  return JSON.parse(answer.bytes.toString('utf8')) as T;
}

type Indexes = Record<string, { aliases: Record<string, unknown> }>;

/** Every index of the catalog, of whatever format, and whether it answers under some name. */
const readIndexes = (): Promise<Indexes> => callEngine<Indexes>({ method: 'GET', path: '/cars-*/_alias' });

const beginning = `${indexAlias}-`;

/** When the index that answers was begun, by its name; null while none does. */
export async function answeringSince(): Promise<Date | null> {
  const serving = Object.entries(await readIndexes()).find(([, { aliases }]) => indexAlias in aliases);
  return serving ? begunAt(serving[0]) : null;
}

/** "cars-4-1-20261125103000-a1b2c3d4" was begun at 10:30. */
function begunAt(name: string): Date | null {
  const parts = /-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-\w+$/.exec(name)?.slice(1).map(Number);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** A new index that nobody asks yet, and its name. One part serves a million cars (decision 14). */
export async function beginIndex(now: Date, random: string, shards = 1): Promise<string> {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const index = indexName(`${stamp}-${random}`);
  await callEngine({ method: 'PUT', path: `/${index}`, body: indexDefinition(shards), isWork: true });
  return index;
}

/** From now on this index answers, and no other. All searches before it ask the former, all after it this one. */
export async function switchTo(index: string): Promise<void> {
  await callEngine({ method: 'POST', path: `/${index}/_refresh`, isWork: true });
  const former = Object.entries(await readIndexes()).filter(([, { aliases }]) => indexAlias in aliases);
  const actions = [
    ...former.map(([name]) => ({ remove: { index: name, alias: indexAlias } })),
    { add: { index, alias: indexAlias } },
  ];
  await callEngine({ method: 'POST', path: '/_aliases', body: { actions }, isWork: true });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** No function runs longer. */
const longestRunMs = 15 * minuteMs;
/** A build that nobody ends in so long never will be. */
const longestBuildMs = 2 * hourMs;
/** Functions of a former version ask an index of theirs for as long as a rollout may be taken back. */
const formerFormatMs = 8 * 24 * hourMs;

/** Whether another run is still building one: two at once would do everything twice. */
export async function isBuilding(now: Date): Promise<boolean> {
  return Object.entries(await readIndexes()).some(([name, { aliases }]) => {
    const ageMs = now.getTime() - (begunAt(name)?.getTime() ?? 0);
    return name.startsWith(beginning) && Object.keys(aliases).length === 0 && ageMs < longestRunMs;
  });
}

/** Deletes what answers no more: former builds, unfinished ones, and those of formats that no function asks any more. */
export async function deleteOldIndexes(now: Date): Promise<string[]> {
  const isOld = (name: string, ms: number) => now.getTime() - (begunAt(name)?.getTime() ?? 0) > ms;
  const old = Object.entries(await readIndexes()).filter(([name, { aliases }]) => {
    const answers = Object.keys(aliases).length > 0;
    if (name.startsWith(beginning)) return !answers && isOld(name, longestBuildMs);
    return isOld(name, formerFormatMs);
  });
  for (const [name] of old) await callEngine({ method: 'DELETE', path: `/${name}`, isWork: true });
  return old.map(([name]) => name);
}

/** A domain of small nodes takes 10 MiB at once. */
const mostBytes = 4 * 1_048_576;
/** The engine knows a newer version of the car: the change came late or twice. */
const alreadyNewer = 409;
/** A value that no field takes. */
const neverTaken = 400;

type BulkAnswer = {
  items: { index: { _id: string; status: number; error?: { type: string; reason: string } } }[];
};

/** Lines of two for each change, in pieces that one call takes. */
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
      // It would come again for ever, and with it all that came together: one car less is the smaller harm.
      log.error('a car is left out of the index, which cannot hold it', {
        id: index._id,
        type: index.error.type,
      });
    }
  }
}

/**
 * Changes of the catalog, in any order and any number of times, into the index that answers: of a car's versions the newest
 * stands. While none answers there is nothing to do: whoever builds it reads what changed meanwhile.
 */
export const indexChanges = (changes: readonly CatalogChange[]): Promise<void> =>
  send(`/${indexAlias}/_bulk?require_alias=true`, changes, (error) => error === 'index_not_found_exception');

/** The same into an index that does not answer yet. */
export const fillIndex = (index: string, changes: readonly CatalogChange[]): Promise<void> =>
  send(`/${index}/_bulk`, changes, () => false);

/** The card of a listed car as the index holds it this moment, before searches see it; null when there is none. */
export async function indexedCard(id: string): Promise<Card | null> {
  const path = `/${indexAlias}/_doc/${encodeURIComponent(id)}`;
  const answer = await askEngine({ method: 'GET', path });
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`OpenSearch cannot read a card: ${refusal(answer)}`);
  const { _source } = JSON.parse(answer.bytes.toString('utf8')) as { _source?: { card?: Card } };
  return _source?.card ?? null;
}

type Question = readonly [query: CardQuery, viewer: Viewer];

/** Searches that go together in one call; answers in their order. */
async function askAll(searches: readonly Search[]): Promise<SearchAnswer[]> {
  const body = toLines(searches.flatMap((search) => [search.head, search.body]));
  const { responses } = await callEngine<{ responses: SearchAnswer[] }>({
    method: 'POST',
    path: '/_msearch',
    body,
  });
  return responses.map(requireWhole);
}

/** The cards of a span, in strides when it lies deeper than one search counts. */
async function cardsIn(question: Question, span: Span): Promise<Card[]> {
  let left = span;
  let values: (string | number)[] | null = null;
  while (!isWithinWindow(left)) {
    const [stride] = await askAll([askStride(...question, left, values)]);
    values = hitsOf(stride!)[0]?.sort ?? null;
    // The list has become shorter on the way: there is no such page any more.
    if (values === null) return [];
    left = afterStride(left);
  }
  const [answer] = await askAll([askSpan(...question, left, values)]);
  const cards = cardsOf(answer!);
  return span.isFromEnd ? cards.reverse() : cards;
}

/** The first call of a question: all that is counted, and the page as it is asked for where that can be there. */
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

/** The catalog as OpenSearch has it. `version` is that of the last answer: make one for each request. */
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
    async similar(subject, viewer) {
      const search = askSimilar(subject, viewer);
      return search ? cardsOf((await askAll([search]))[0]!) : [];
    },
  };
}
