import { indexAlias, indexDefinition, indexName } from '#core/search/opensearch/index-definition.ts';
import { callEngine } from './call-opensearch.ts';

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

/** A new index that nobody asks yet, and its name. One part serves a million cars (decision 60). */
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
