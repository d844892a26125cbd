/** One of so many parts for an id, from 0; the same for the same id, and about as many ids for each. */
export function shardOf(id: string, shards: number): number {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return hash % shards;
}
