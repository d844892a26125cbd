import type { PlainMarketplace } from '#core/marketplace/marketplace.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { readRobotsRules } from './robots-rules.ts';
import { turnsAt } from './turns.ts';

export type PoliteOptions = {
  marketplace: PlainMarketplace;
  /** Where the address lies: the marketplace's, or its demo's. */
  origin: string;
  isDemo: boolean;
  /** Who asks, with an address to complain to: "Bilfund/1.0 (+https://…)". */
  agent: string;
  /** Between two requests of all workers together; 0 for a demo. */
  pauseSeconds: number;
};

export type PlainPage = { status: number; html: string; finalUrl: string };

const timeoutMs = 30_000;
const longestBody = 16_000_000;
const mostRedirects = 3;
/** Pages of which the server gave a mark by which it can say "as before". */
const mostKept = 20;
const kept = new Map<string, { mark: Record<string, string>; html: string }>();

/**
 * Asks for pages as a guest would: by name, one after the other with a rest between them over all workers, within an hour's
 * budget, and for nothing that robots.txt shuts or that lies elsewhere.
 */
export function politeClient(
  options: PoliteOptions,
): (address: string) => Promise<PlainPage | { failure: PageFailure }> {
  const { marketplace, origin, agent } = options;
  const takeTurn = turnsAt({ ...options, source: marketplace.id });
  const robotsAddress = `${origin}${marketplace.visit.robotsPath}`;
  const rules = () =>
    readRobotsRules(robotsAddress, agent, clock.now().getTime(), async () => {
      const answer = await ask(robotsAddress, options).catch(() => null);
      return answer && { status: answer.status, body: await readText(answer) };
    });
  return async (address) => {
    try {
      let asked = address;
      for (let hop = 0; hop <= mostRedirects; hop++) {
        if (!isOwn(asked, options))
          return fail('unknown_page', 'the address leads away from the marketplace');
        if (!(await rules()).isAllowed(asked)) return fail('closed_to_robots', 'robots.txt');
        if (!(await takeTurn())) return fail('budget_spent', 'the pages of this hour');
        const answer = await ask(asked, options);
        const next = redirectOf(answer, asked);
        if (next === null) return await pageOf(answer, asked);
        asked = next;
      }
      return fail('unknown_page', 'led on and on');
    } catch (error) {
      return isTimeout(error) ? fail('timeout', 'no answer in time') : fail('network', 'no connection');
    }
  };
}

const fail = (failure: PageFailure['class'], evidence: string) => ({ failure: { class: failure, evidence } });

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const isOwn = (address: string, { marketplace, origin, isDemo }: PoliteOptions): boolean =>
  marketplace.isVisitable(address, { origin, isDemo });

function ask(address: string, { agent }: PoliteOptions): Promise<Response> {
  return fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'user-agent': agent,
      'accept-language': 'da',
      accept: 'text/html,application/json;q=0.9',
      ...kept.get(address)?.mark,
    },
  });
}

function redirectOf(answer: Response, asked: string): string | null {
  const to = answer.headers.get('location');
  if (answer.status < 300 || answer.status >= 400 || answer.status === 304 || !to) return null;
  return URL.canParse(to, asked) ? new URL(to, asked).href : null;
}

async function pageOf(answer: Response, asked: string): Promise<PlainPage> {
  const known = kept.get(asked);
  if (answer.status === 304 && known) return { status: 200, html: known.html, finalUrl: asked };
  const html = await readText(answer);
  const tag = answer.headers.get('etag');
  const since = answer.headers.get('last-modified');
  if (answer.status === 200 && (tag || since)) {
    kept.delete(asked);
    kept.set(asked, {
      mark: { ...(tag && { 'if-none-match': tag }), ...(since && { 'if-modified-since': since }) },
      html,
    });
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(oldest);
  }
  return { status: answer.status, html, finalUrl: asked };
}

/** The text of an answer; what is longer than any page is cut off and not waited for. */
async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestBody) break;
  }
  return text;
}
