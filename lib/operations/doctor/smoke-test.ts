import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type Check, deployCommand, missing, ok, withoutOutput } from './check.ts';

/** Longer than the slowest route may take. */
const timeoutMs = 35_000;
/** Nothing has this id: a route that finds nothing says so. */
const unknownId = 'smoke-test';

type VisitorRoute = { path: string; content: string; statuses: readonly number[] };

/** Every GET that needs no account. */
export const visitorRoutes: readonly VisitorRoute[] = Object.entries<RouteRow>(contract)
  .filter(([key, { auth }]) => key.startsWith('GET ') && (auth === 'public' || auth === 'optional'))
  .map(([key, { content = 'application/json', status = 200 }]) => ({
    path: key.slice('GET '.length).replaceAll(/\{\w+\}/g, unknownId),
    content,
    statuses: key.includes('{') ? [status, 404] : [status],
  }));

/** What is wrong with a route's answer; null when it is as it should be. */
async function faultOf(address: string, { path, content, statuses }: VisitorRoute): Promise<string | null> {
  try {
    const answer = await fetch(new URL(path, address), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    if (!statuses.includes(answer.status)) return `${path} answers ${answer.status}`;
    // The app's own page in the place of an answer: the request never reached the API.
    const type = answer.headers.get('content-type') ?? 'nothing';
    return type.startsWith(content) ? null : `${path} answers ${type} instead of ${content}`;
  } catch {
    return `${path} does not answer`;
  }
}

export const smokeTest: Check = {
  name: 'smoke test',
  async look({ stage, outputs }) {
    const address = outputs?.Address;
    if (!address) return withoutOutput('Address');
    const faults: string[] = [];
    for (const route of visitorRoutes) {
      const fault = await faultOf(address, route);
      if (fault) faults.push(fault);
    }
    return faults.length === 0
      ? ok(`All ${visitorRoutes.length} routes for visitors answer at ${address}.`)
      : missing(`At ${address}: ${faults.join('; ')}.`, deployCommand(stage));
  },
};
