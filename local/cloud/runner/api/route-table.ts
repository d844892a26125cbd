export type Route<T> = { routeKey: string; target: T };
export type RouteMatch<T> = { route: Route<T>; params: Record<string, string> };

type Compiled<T> = { route: Route<T>; method: string; pattern: RegExp; names: string[]; rank: number };

function compile<T>(route: Route<T>): Compiled<T> {
  const [method = '', path = ''] = route.routeKey.split(' ');
  const names: string[] = [];
  const source = path
    .replace(/[.+*?^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]+?)(\\\+)?\}/g, (_, name, greedy) => {
      names.push(String(name));
      return greedy ? '(.+)' : '([^/]+)';
    });
  const segments = path.split('/').filter(Boolean);
  const fixed = segments.filter((segment) => !segment.startsWith('{')).length;
  const isGreedy = path.includes('+}');
  // API Gateway prefers a full match, then the longest greedy one; a method before ANY.
  const rank = (isGreedy ? 0 : 10_000) + fixed * 100 + segments.length * 10 + (method === 'ANY' ? 0 : 1);
  return { route, method, pattern: new RegExp(`^${source}/?$`), names, rank };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finds the route of a request as HTTP APIs do, `$default` last. `path` keeps its percent encoding. */
export function createRouteTable<T>(routes: readonly Route<T>[]) {
  const fallback = routes.find((route) => route.routeKey === '$default');
  const compiled = routes
    .filter((route) => route.routeKey !== '$default')
    .map(compile)
    .sort((a, b) => b.rank - a.rank);
  return (method: string, path: string): RouteMatch<T> | undefined => {
    for (const { route, method: expected, pattern, names } of compiled) {
      if (expected !== 'ANY' && expected !== method) continue;
      const match = pattern.exec(path);
      if (!match) continue;
      const params = names.map((name, index) => [name, decode(match[index + 1] ?? '')]);
      return { route, params: Object.fromEntries(params) as Record<string, string> };
    }
    return fallback && { route: fallback, params: {} };
  };
}
