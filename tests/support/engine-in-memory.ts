import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SearchAnswer } from '#core/catalog/opensearch/questions.ts';

type Stored = { version: number; source: { isListed?: boolean; card?: unknown } };
type Asked = { method: string; path: string; body: string };
type Answer = { status: number; body: unknown };

const lines = (body: string) =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** As much of OpenSearch as holds documents under versions and names; what it finds is the test's to say. */
export async function startEngine() {
  const indexes = new Map<string, Map<string, Stored>>();
  const aliases = new Map<string, string>();
  /** What is noted about an index. */
  const metas = new Map<string, object>();
  const asked: Asked[] = [];
  /** What becomes of the next calls whose path matches, before the engine does anything. */
  const refusing: { path: RegExp; answer: Answer }[] = [];
  const beforeCalls: ((call: Asked) => Promise<void> | void)[] = [];
  let searches: (body: Record<string, unknown>) => SearchAnswer = () => ({ hits: { hits: [] } });

  const done: Answer = { status: 200, body: { acknowledged: true } };
  const missing: Answer = { status: 404, body: { error: { type: 'index_not_found_exception' } } };

  function bulk(target: string, body: string): Answer {
    const documents = indexes.get(aliases.get(target) ?? target);
    const parts = lines(body);
    const items = parts.flatMap((action, at) => {
      if (at % 2 === 1) return [];
      const { _id, version } = action.index as { _id: string; version: number };
      if (!documents)
        return [{ index: { status: 404, error: { type: 'index_not_found_exception', reason: '' } } }];
      const known = documents.get(_id);
      if (known && known.version > version)
        return [{ index: { status: 409, error: { type: 'version_conflict_engine_exception', reason: '' } } }];
      documents.set(_id, { version, source: parts[at + 1]! as Stored['source'] });
      return [{ index: { status: known ? 200 : 201 } }];
    });
    return { status: 200, body: { items } };
  }

  function rename(body: string): Answer {
    type Action = Record<'add' | 'remove', { index: string; alias: string } | undefined>;
    for (const { add, remove } of (JSON.parse(body) as { actions: Action[] }).actions) {
      if (remove) aliases.delete(remove.alias);
      if (add) aliases.set(add.alias, add.index);
    }
    return done;
  }

  function namesOf(index: string) {
    const own = [...aliases].filter(([, to]) => to === index).map(([name]) => [name, {}] as const);
    return { aliases: Object.fromEntries(own) };
  }

  const listed = (name: string) =>
    [...(indexes.get(aliases.get(name) ?? name) ?? [])]
      .flatMap(([id, { source }]) => (source.isListed ? id : []))
      .sort();

  function answer({ method, path, body }: Asked): Answer {
    const [target = '', action, id] = path.replace(/\?.*/, '').slice(1).split('/');
    if (path.startsWith('/_msearch')) {
      const bodies = lines(body).filter((_, at) => at % 2 === 1);
      return { status: 200, body: { responses: bodies.map(searches) } };
    }
    if (path === '/_aliases') return rename(body);
    if (action === '_alias')
      return {
        status: 200,
        body: Object.fromEntries([...indexes.keys()].map((name) => [name, namesOf(name)])),
      };
    if (action === '_bulk') return bulk(target, body);
    if (action === '_doc') {
      const source = indexes.get(aliases.get(target) ?? target)?.get(decodeURIComponent(id!))?.source;
      return source ? { status: 200, body: { _source: source.card ? { card: source.card } : {} } } : missing;
    }
    if (action === '_count') return { status: 200, body: { count: listed(target).length } };
    if (action === '_mapping') {
      if (method === 'PUT') metas.set(target, (JSON.parse(body) as { _meta: object })._meta);
      return { status: 200, body: { [target]: { mappings: { _meta: metas.get(target) } } } };
    }
    if (action === '_settings' || action === '_refresh') return done;
    if (method === 'PUT') indexes.set(target, new Map());
    if (method === 'DELETE') indexes.delete(target);
    return done;
  }

  async function bodyOf(request: IncomingMessage): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString('utf8');
  }

  const server = createServer(async (request, response) => {
    const call = { method: request.method!, path: request.url!, body: await bodyOf(request) };
    asked.push(call);
    for (const work of beforeCalls) await work(call);
    const at = refusing.findIndex(({ path }) => path.test(call.path));
    const { status, body } = at < 0 ? answer(call) : refusing.splice(at, 1)[0]!.answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.CAR_INDEX_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    indexes,
    aliases,
    asked,
    /** Lets the next call of such a path be answered so. */
    refuse: (path: RegExp, status: number, body: unknown = {}) =>
      void refusing.push({ path, answer: { status, body } }),
    /** Happens while each call is under way. */
    beforeCall: (work: (call: Asked) => Promise<void> | void) => void beforeCalls.push(work),
    find(answerOf: typeof searches): void {
      searches = answerOf;
    },
    /** Ids of the cars that an index (or who stands behind a name) lists. */
    listed,
    /** Nothing is in it, and nothing is to happen. */
    clear(): void {
      for (const kept of [indexes, aliases, metas]) kept.clear();
      for (const list of [asked, refusing, beforeCalls]) list.length = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
export type EngineInMemory = Awaited<ReturnType<typeof startEngine>>;
