// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import { PageWatcher } from '../../extension/content/page-watcher.ts';
import type { PageAnswer, PageMessage } from '../../extension/messages.ts';
import { textsOf } from '../../extension/texts.ts';

let asked: PageMessage[];
let answer: PageAnswer;
let page: HandedPage | null;
let isBroken: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/marketplace/copenhagen/vehicles');
  document.body.innerHTML = '<a href="/marketplace/item/1/"><img></a>';
  asked = [];
  isBroken = false;
  answer = {
    ...{ ratings: [], adCount: 1, isUnfinished: true, retryAfterMs: null, silence: null },
    origin: 'https://bilfund.example',
  };
  page = {
    ...{ kind: 'search', path: '/marketplace/copenhagen/vehicles', hasNoResults: false, cards: [] },
    ads: [{ id: '1' }],
  };
  new PageWatcher({
    page: document,
    collect: () => page,
    ask: async (message) => {
      asked.push(message);
      if (isBroken) throw new Error('The message port closed before a response was received.');
      return answer;
    },
    texts: textsOf('en'),
    demoOrigin: location.origin,
    pairAddress: 'https://bilfund.example/extension',
  }).start();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it('asks again for cars that are being rated until all are', async () => {
  await vi.advanceTimersByTimeAsync(2_500);
  const before = asked.length;
  expect(before).toBeGreaterThan(2);
  answer.isUnfinished = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(before + 1);
});

it('asks a busy installation again when it said, and not before', async () => {
  answer = { ...answer, silence: 'busy', retryAfterMs: 60_000 };
  await vi.advanceTimersByTimeAsync(50_000);
  expect(asked).toHaveLength(1);
  answer = { ...answer, silence: null, retryAfterMs: null, isUnfinished: false };
  await vi.advanceTimersByTimeAsync(12_000);
  expect(asked).toHaveLength(2);
});

it('goes on asking when the browser has ended the worker, or the page is drawn anew, in between', async () => {
  isBroken = true;
  await vi.advanceTimersByTimeAsync(1_000);
  isBroken = false;
  const whole = page;
  page = null;
  document.body.append(document.createElement('p'));
  await vi.advanceTimersByTimeAsync(600);
  page = whole;
  document.body.append(document.createElement('p'));
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.length).toBeGreaterThan(before);
});

it('reads the page again for each set of ads that it shows, and one at a time', async () => {
  answer.isUnfinished = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(1);
  document.body.innerHTML += '<a href="/marketplace/item/2/"><img></a>';
  await vi.advanceTimersByTimeAsync(1_000);
  document.body.append(document.createElement('p'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
});

it('counts a car without an estimate as not rated', async () => {
  const attach = vi.spyOn(Element.prototype, 'attachShadow');
  const car = {
    adId: '1',
    deal: 'no_estimate',
    gapDkk: null,
    findings: 0,
    isPreliminary: false,
    carPath: '/car/c1',
  } as const;
  answer = { ...answer, ratings: [car], isUnfinished: false };
  await vi.advanceTimersByTimeAsync(1_000);
  const root = attach.mock.results.at(-1)!.value as ShadowRoot;
  expect(root.querySelector('.note')!.textContent).toContain('0 of 1 cars rated');
});
