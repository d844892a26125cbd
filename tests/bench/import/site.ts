import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cardHtml, feedJson, itemHtml, searchHtml } from '#tests/fixtures/corpus/build-page.ts';
import { adSets } from '#tests/fixtures/corpus/page-ads.ts';
import { adsOf } from '#tests/fixtures/corpus/page-spec.ts';
import { padded } from './parse-time.ts';

const rowsPerBatch = 24;
export const listingCount = 96;
export const itemCount = 24;

/** Asks for more as soon as the wheel comes near the end, as the site's own script does. */
const scrollScript = `<div id="room" style="height:3000px"></div><div id="end" style="height:1px"></div><script>
let batch = 1, busy = false;
new IntersectionObserver(async (entries) => {
  if (busy || batch >= ${listingCount / rowsPerBatch} || !entries.some((entry) => entry.isIntersecting)) return;
  busy = true;
  const answer = await fetch('/api/graphql/', { method: 'POST', body: 'batch=' + batch });
  await answer.json();
  batch++;
  document.body.dataset.batches = batch;
  document.getElementById('room').style.height = (3000 * batch) + 'px';
  busy = false;
}, { rootMargin: '1500px' }).observe(document.getElementById('end'));
</script>`;

/** A marketplace on this machine: one search of 96 ads in four batches, and the pages of 24 of them, in real size. */
export async function startSite() {
  const table = Object.values(adSets).join('\n');
  const all = ['first', 'second'].flatMap((half) => adsOf(table, half)).slice(0, listingCount);
  const batch = (nth: number) =>
    feedJson(all.slice(nth * rowsPerBatch, (nth + 1) * rowsPerBatch), (nth + 1) * rowsPerBatch < all.length);
  const first = all.slice(0, rowsPerBatch);
  const search = padded(
    searchHtml({
      key: 'bench',
      data: batch(0),
      cards: first.map((ad) => cardHtml(ad, false)).join(''),
      over: scrollScript,
    }),
    'bench search',
  );
  const items = new Map(
    all
      .slice(0, itemCount)
      .map((ad) => [`/marketplace/item/${ad.id}/`, padded(itemHtml(ad, all.slice(30, 50), ad.id), ad.id)]),
  );
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    let body = '';
    for await (const chunk of request) body += chunk;
    const isAnswer = path === '/api/graphql/';
    const answer = isAnswer
      ? JSON.stringify({ data: batch(Number(/batch=(\d)/.exec(body)?.[1] ?? 0)) })
      : path.endsWith('/search')
        ? search
        : items.get(path);
    response.writeHead(answer ? 200 : 404, {
      'content-type': isAnswer ? 'application/json' : 'text/html; charset=utf-8',
    });
    response.end(answer ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    search: `${origin}/marketplace/odense/search?query=bil`,
    items: [...items.keys()].map((path) => origin + path),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
