import { Refusal } from '#lib/refusal.ts';

/**
 * What the visitor runs with beside a Bilfund that runs on this machine (`origin`: "http://127.0.0.1:5173").
 * @throws Refusal where none runs there, or it has no visitor
 */
export async function askLocal(origin: string): Promise<Record<string, string>> {
  if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+\/?$/.test(origin))
    throw new Refusal(`"${origin}" is no address of this machine: --local http://127.0.0.1:5173`);
  let environment: Record<string, string> | null;
  try {
    const answer = await fetch(new URL('/_local/visitor', origin), { signal: AbortSignal.timeout(10_000) });
    ({ environment } = (await answer.json()) as { environment: Record<string, string> | null });
  } catch {
    throw new Refusal(`At ${origin} no Bilfund answers. Start it first: VISITS_BY=both npm start`);
  }
  if (!environment)
    throw new Refusal(`The Bilfund at ${origin} has the visitor switched off: start it with VISITS_BY=both.`);
  // Keys of this machine alone: a profile of the operator's would be taken in their place.
  return { ...environment, AWS_PROFILE: '', AWS_SESSION_TOKEN: '' };
}
