import { describe, expect, it, vi } from 'vitest';
import { readRobotsRules } from '#functions/marketplaces/plain-visits.ts';
import { keepLog } from '#tests/support/kept-log.ts';

const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let sites = 0;
/** A site that nobody has asked before. */
const newSite = () => `https://site-${++sites}.example/robots.txt`;
const answering = (status: number, body = '') => vi.fn(async () => ({ status, body }));
const shut = 'User-agent: *\nDisallow: /search';

async function allows(answer: { status: number; body: string } | null): Promise<boolean> {
  const address = newSite();
  const rules = await readRobotsRules(address, 'bilfund', nowMs, async () => answer);
  return rules.isAllowed(new URL('/search?q=1', address).href);
}

describe('robots.txt', () => {
  it.each([
    ['everything when there is no robots.txt', 404, '', true],
    ['everything when robots.txt is refused', 403, '', true],
    ['everything when the request is called faulty', 400, '', true],
    ['nothing when the site has a fault', 500, '', false],
    ['nothing when it was asked too often', 429, '', false],
    ['nothing when robots.txt redirects', 301, '', false],
    ['nothing when the status is unknown', 399, '', false],
    ['only what the rules leave', 200, shut, false],
    ['what is forbidden to other robots only', 200, 'User-agent: other\nDisallow: /', true],
    ['everything when the rules are empty', 200, '', true],
  ])('allows %s (%i)', async (_, status, body, isAllowed) => {
    expect(await allows({ status, body })).toBe(isAllowed);
  });

  it('allows nothing when the site does not answer', async () => {
    expect(await allows(null)).toBe(false);
  });

  it('applies the rules for our name', async () => {
    const address = newSite();
    const body = `User-agent: bilfund\nDisallow: /private\n\n${shut}`;
    const rules = await readRobotsRules(address, 'bilfund', nowMs, answering(200, body));
    const paths = ['/search', '/private'].map((path) => rules.isAllowed(new URL(path, address).href));
    expect(paths).toEqual([true, false]);
  });

  it.each([
    ['a day', 200, 86_400_000],
    ['a day where there are no rules', 404, 86_400_000],
    ['an hour where they could not be read', 503, 3_600_000],
  ])('reads robots.txt once in %s', async (_, status, keptMs) => {
    const address = newSite();
    const read = answering(status);
    for (const passedMs of [0, 1, keptMs - 1])
      await readRobotsRules(address, 'bilfund', nowMs + passedMs, read);
    expect(read).toHaveBeenCalledTimes(1);
    await readRobotsRules(address, 'bilfund', nowMs + keptMs, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('tells the operator when robots.txt could not be read', async () => {
    // How much is logged is settled when the log is loaded, and another file may have wanted less.
    vi.stubEnv('LOG_LEVEL', 'info');
    vi.resetModules();
    const fresh = await import('#functions/marketplaces/plain-visits.ts');
    const log = keepLog();
    for (const answer of [{ status: 503, body: '' }, null, { status: 404, body: '' }])
      await fresh.readRobotsRules(newSite(), 'bilfund', nowMs, async () => answer);
    log.restore();
    vi.unstubAllEnvs();
    vi.resetModules();
    const told = log.lines.map((line) => JSON.parse(line));
    expect(told.map(({ message, status }) => [message, status])).toEqual([
      ['robots.txt could not be read', 503],
      ['robots.txt could not be read', 0],
    ]);
  });
});
