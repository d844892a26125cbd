/**
 * What the product must withstand, row by row: the one list of it. `npm run security` runs the tests of every row,
 * adds up what they say with `recordTried(row, { tried, held, figure })`, and fails when a row does not hold or says
 * nothing.
 *
 * To add a test to a row: name its file here and call `recordTried` in it.
 */
export type SecurityRow = {
  row: number;
  /** What is tried. */
  tries: string;
  /** What must come of it. */
  pass: string;
  /** Files whose tests try it. All of them must pass. */
  tests: readonly string[];
  /** Scripts of package.json that take minutes: left out with `--quick`. They say what they tried in the same way. */
  /** `file`: where the command says what it tried. */
  commands?: readonly { script: string; args?: readonly string[]; file?: string }[];
};

export const securityRows: readonly SecurityRow[] = [
  {
    row: 1,
    tries: 'forged tokens, and personal access tokens that are revoked, ended, foreign or without the scope',
    pass: 'all 401 or 403; no handler code past the check runs, no write',
    tests: [
      'tests/security/tokens.test.ts',
      'tests/security/ended-sessions.test.ts',
      'tests/functions/accounts/access-tokens.services.test.ts',
      'tests/functions/mcp/mcp.services.test.ts',
    ],
  },
  {
    row: 2,
    tries: 'every authenticated route with ids of others, wrong types, long and hostile texts',
    pass: '403, 404 or 400; no write, no leak',
    tests: ['tests/security/foreign-input.long.test.ts'],
  },
  {
    row: 3,
    tries: 'hostile links, redirect chains, rebinding names',
    pass: 'no request off the list of hosts',
    tests: [
      'tests/core/marketplaces/facebook/link.test.ts',
      'tests/functions/marketplaces/outgoing-gate.test.ts',
      'tests/functions/marketplaces/visits.long.test.ts',
      'tests/functions/alerts/post-outside.test.ts',
    ],
  },
  {
    row: 4,
    tries: 'forged Stripe events, replays, the six-event life cycle in all 720 orders, each three times',
    pass: 'forged 400; the same final state 720 times',
    tests: ['tests/security/stripe-events.test.ts', 'tests/security/stripe-life.long.test.ts'],
  },
  {
    row: 5,
    tries: '200 scrapes side by side at 19 of 20 used; 50 subscriptions at a limit of 3',
    pass: 'exactly 1; exactly 3; the rest 403 limit_reached',
    tests: ['tests/security/quota-races.long.test.ts'],
  },
  {
    row: 6,
    tries: '1,000 random queries as anonymous, free, beta, premium and expired readers',
    pass: 'no forbidden field; filters, order and totals tell nothing of a locked car',
    tests: [
      'tests/security/locked-cars.long.test.ts',
      'tests/security/every-door.long.test.ts',
      'tests/security/export-of-locked-cars.test.ts',
      'tests/security/cars-by-their-ads.test.ts',
    ],
  },
  {
    row: 7,
    tries: '60 payloads of script, markup and odd letters from a listing to the screen',
    pass: 'text only, https images only, no dialog',
    tests: [
      'tests/security/hostile-words.test.ts',
      'tests/core/marketplaces/facebook/hostile-pages.test.ts',
      'tests/web/app/hostile-words.test.tsx',
      'tests/e2e/hostile-screen.long.test.ts',
    ],
  },
  {
    row: 8,
    tries: 'line breaks and Bcc in titles, links and addresses; cells that begin with = + - @',
    pass: 'one recipient, one subject; quoted',
    tests: [
      'tests/security/hostile-words.test.ts',
      'tests/simulation/channels.test.ts',
      'tests/core/alerts/mail.test.ts',
    ],
  },
  {
    row: 9,
    tries: 'bodies that are empty, huge, deep, doubled, of a wrong type, base64, gzip',
    pass: '400, 413 or 415 within 50 ms',
    tests: ['tests/functions/platform/requests.services.test.ts'],
  },
  {
    row: 10,
    tries: '3,000 random events per handler',
    pass: 'none throws, none answers 5xx, every refusal is JSON with `error`',
    tests: ['tests/fuzz/routes.long.test.ts', 'tests/fuzz/workers.long.test.ts'],
    commands: [{ script: 'fuzz', args: ['--events', '3000'], file: 'tests/fuzz/run.ts' }],
  },
  {
    row: 11,
    tries: 'bursts of sign-ins, sign-ups and imports from one source',
    pass: '429; others unaffected',
    tests: [
      'tests/functions/accounts/rate-limit.services.test.ts',
      'tests/security/rates.test.ts',
      'tests/security/lock-out.long.test.ts',
    ],
  },
  {
    row: 12,
    tries: 'the headers of every route and of the app',
    pass: 'a strict content policy, HSTS of a year, nosniff, a referrer policy, no-store on /api',
    tests: ['tests/lib/web.test.ts', 'tests/security/headers.long.test.ts'],
  },
  {
    row: 13,
    tries: 'the template: actions and resources of every function',
    pass: 'what the contract says it needs, no wildcard; readers cannot write',
    tests: ['tests/lib/grants.test.ts'],
  },
  {
    row: 14,
    tries: 'the template: tables, queues, buckets, logs',
    pass: 'recovery, encryption, deletion protection, TTL, TLS only, logs that end',
    tests: ['tests/lib/app-stack.test.ts'],
  },
  {
    row: 15,
    tries: 'repository, bundles, template and logs of the tests',
    pass: 'no key, token, e-mail address or plate',
    tests: [
      'tests/security/secrets.long.test.ts',
      'tests/security/account-log.long.test.ts',
      'tests/security/import-log.long.test.ts',
    ],
  },
  {
    row: 16,
    tries: 'exporting, then erasing an account of 1,000 items; then late events and messages',
    pass: 'the export is complete; nothing is left; nothing comes back',
    tests: ['tests/security/erase-account.test.ts', 'tests/security/erase-account-faults.long.test.ts'],
  },
  {
    row: 17,
    tries: 'the Nth call fails, for every N, in every handler and worker: before, after, killed',
    pass: 'the invariants hold',
    tests: [
      'tests/simulation/fail-nth.long.test.ts',
      'tests/simulation/payments-fail-nth.long.test.ts',
      'tests/simulation/sweep-doors.long.test.ts',
    ],
    commands: [{ script: 'simulate', args: ['sweep'], file: 'tests/simulation/seeded/sweep.ts' }],
  },
  {
    row: 18,
    tries: 'every queue message three times, in any order, 1 % of them unreadable',
    pass: 'effects exactly once; what is unreadable ends among the dead after five tries',
    tests: ['tests/simulation/fail-nth.long.test.ts', 'tests/simulation/seeded.long.test.ts'],
  },
  {
    row: 19,
    tries: '200 seeds of 2,000 steps: people, copies, delays, late TTL, throttles, shuffled events',
    pass: 'no violation; the same seed gives the same trace',
    tests: ['tests/simulation/week.long.test.ts', 'tests/simulation/seeded.long.test.ts'],
    commands: [{ script: 'simulate', file: 'tests/simulation/simulate.ts' }],
  },
  {
    row: 20,
    tries: '10 % throttles and 1 % errors of every service',
    pass: 'at least 99.9 % succeed, p99 below 2 s',
    tests: [],
    commands: [{ script: 'bench', args: ['faults'], file: 'tests/bench/faults.ts' }],
  },
  {
    row: 21,
    tries: '50 connections for 30 s over 100,000 cars: list, detail, notifications',
    pass: 'no error, p99 below 150 ms, memory flat',
    tests: [],
    commands: [{ script: 'bench', args: ['http'], file: 'tests/bench/http.ts' }],
  },
  {
    row: 22,
    tries: 'the strict synthesis with the AwsSolutions rules',
    pass: 'no error; at most 20 acknowledgements, each with a reason; at most 480 resources',
    tests: ['tests/lib/app-stack.test.ts', 'tests/lib/acknowledgements.long.test.ts'],
    commands: [{ script: 'synth' }],
  },
  {
    row: 23,
    tries: 'hostile pages, frames and extensions against the browser extension; markup from ads on its lines',
    pass: 'nothing but a page’s own cars is sent, no token is read, no page opened, no markup drawn',
    tests: ['tests/extension/worker.test.ts', 'tests/extension/lines.test.ts'],
  },
  {
    row: 24,
    tries:
      'addresses of feeds that are guessed, foreign, renewed or of what has ended; files of cars that are malformed, too long or hold formulas',
    pass: '404 for each address, 400 or 403 for each file; no markup, no formula, no secret in a log',
    tests: [
      'tests/functions/searches/feeds.services.test.ts',
      'tests/core/searches/feed.test.ts',
      'tests/functions/cars/check-cars.services.test.ts',
    ],
  },
];
