import { Window } from 'happy-dom';
import { describe, expect, it, test } from 'vitest';
import type { AlertWords } from '#core/alerts/alert-words.ts';
import { composeMail } from '#core/alerts/mail.ts';
import { buildCar } from '#core/cars/build-car.ts';
import { anonymous } from '#core/cars/car.ts';
import { wireCarDetail } from '#core/cars/wire.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { carHead } from '#core/pages/car-page.ts';
import { fillShell } from '#core/pages/html.ts';
import { headerWords, hostilePhotos, hostileWords } from '#tests/support/hostile-words.ts';
import { makeRating } from '#tests/support/make-car.ts';

const origin = 'https://bilfund.example';
const url = 'https://www.facebook.com/marketplace/odense/search?query=golf';
const shell =
  '<!doctype html><html lang="en"><head><!--page--><title>Own</title><!--/page--></head><body><div id="root"></div></body></html>';
const parser = new new Window().DOMParser();

/** The listing that a page of the marketplace with these fields becomes. */
function listingOf(fields: Record<string, unknown>) {
  const listing = { id: '2000000000000001', marketplace_listing_title: 'VW Golf', ...fields };
  const json = JSON.stringify({ marketplace_search: { feed_units: { edges: [{ node: { listing } }] } } });
  const html = `<html id="facebook"><script type="application/json">${json.replaceAll('<', '\\u003c')}</script></html>`;
  return parsePage({ url, html }).listings[0];
}

const nothingFound = {
  photos: [],
  plate: null,
  candidate: null,
  vehicle: null,
  registerState: 'no_plate' as const,
};
const unseen = /[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const allowedInHead = new Set(['META', 'TITLE', 'LINK', 'SCRIPT']);

/** What a browser makes of a page: its elements other than those of our own pages, and its addresses. */
function inspect(html: string) {
  const page = parser.parseFromString(html, 'text/html');
  const all = [...page.querySelectorAll('*')];
  return {
    all,
    handlers: all.flatMap((element) => [...element.attributes].filter(({ name }) => name.startsWith('on'))),
    scripts: all.filter(
      ({ tagName, attributes }) =>
        tagName === 'SCRIPT' &&
        [...attributes].find(({ name }) => name === 'type')?.value !== 'application/ld+json',
    ),
    addresses: all.flatMap((element) =>
      ['href', 'src', 'action'].flatMap((name) => element.getAttribute(name) ?? []),
    ),
    strangers: [...page.head.children].filter(({ tagName }) => !allowedInHead.has(tagName)),
  };
}

it('there are more than sixty hostile texts', () => {
  expect(new Set(hostileWords).size).toBeGreaterThanOrEqual(60);
});

/** An alert of several cars whose words a stranger wrote. */
function mailed(title: string, message: string): AlertWords {
  const car = {
    id: '1',
    title,
    priceDkk: 1,
    price: '1 kr.',
    gapDkk: null,
    gap: null,
    facts: null,
    warning: null,
  };
  const cars = [{ ...car, photo: '/picture/cars/a.jpg', smallPhoto: null, path: '/car/1' }];
  return { title, message, path: '/?view=discovered', carId: null, cars };
}

describe('the words of an ad stay words, from the listing to the page and the mail', () => {
  test.each(hostileWords.map((words) => [words]))('%j', (words) => {
    const listing = listingOf({
      marketplace_listing_title: `VW Golf ${words}`,
      redacted_description: { text: words },
      location: { reverse_geocode: { city: words } },
    });
    const car = {
      ...buildCar('1', listing!, nothingFound, null, null, '2026-11-21T12:00:00.000Z'),
      rating: makeRating({ deal: 'fair' }),
    };
    for (const text of [car.title, car.city ?? '', car.variant ?? '', car.description])
      expect(text.replaceAll('\n', '')).not.toMatch(unseen);
    const wire = wireCarDetail(
      car,
      anonymous,
      { isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' },
      [],
    );
    expect(JSON.parse(JSON.stringify(wire))).toEqual(wire);
    for (const language of ['en', 'da'] as const) {
      const page = inspect(fillShell(shell, { language, head: carHead(car, language, origin) }));
      expect([page.handlers, page.scripts, page.strangers]).toEqual([[], [], []]);
      for (const address of page.addresses) expect(address).toMatch(/^https:\/\/bilfund\.example\//);
      const { title } = car;
      const mail = composeMail([mailed(title, car.description)], {
        language,
        origin,
        unsubscribeUrl: `${origin}/unsubscribe?token=t`,
        operator: null,
      });
      const seen = inspect(mail.html);
      expect([seen.handlers, seen.scripts]).toEqual([[], []]);
      for (const address of seen.addresses) expect(address).toMatch(/^https:\/\/bilfund\.example/);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each(hostilePhotos.map((photo) => [photo]))('a photo at %j is left out', (uri) => {
    expect(listingOf({ primary_listing_photo: { image: { uri } } })?.photoUrls).toEqual([]);
  });
});

describe('a title makes one subject and no header of a mail', () => {
  test.each(headerWords.map((words) => [words]))('%j', (words) => {
    const mail = composeMail([mailed(`Ny bil: ${words}`, words)], {
      language: 'da',
      origin,
      unsubscribeUrl: `${origin}/unsubscribe?token=t`,
      operator: null,
    });
    expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(mail.subject.split('Golf').length).toBeLessThanOrEqual(2);
  });
});

it('no answer is a spreadsheet whose cells would be computed: each is JSON, a page, a map or a picture', () => {
  for (const row of Object.values<RouteRow>(contract)) {
    expect(row.content ?? 'application/json').not.toMatch(/csv|sheet|excel/);
  }
});
