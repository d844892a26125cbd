import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const batches = 4;
const rowsPerBatch = 6;

export type TestMarketplace = {
  origin: string;
  /** A second origin that nothing may ever ask. */
  sinkOrigin: string;
  /** Paths asked for on the marketplace. */
  paths: string[];
  sinkPaths: string[];
  /** Connections opened to the sink, whatever was said on them. */
  sinkConnections(): number;
  close(): Promise<void>;
};

function rowOf(index: number) {
  const listing = {
    __typename: 'GroupCommerceProductItem',
    id: String(37359594907019000n + BigInt(index)),
    marketplace_listing_title: `2018 Volkswagen Golf · nummer ${index}`,
    listing_price: { amount: `${80_000 + index * 1000}.00`, formatted_amount: `kr ${80 + index}.000` },
    custom_sub_titles_with_rendering_flags: [{ subtitle: `${100 + index}K km` }],
  };
  return { node: { __typename: 'MarketplaceFeedListingStoryObject', listing } };
}

function feedOf(batch: number) {
  const edges = Array.from({ length: rowsPerBatch }, (_, row) => rowOf(batch * rowsPerBatch + row));
  const page_info = { end_cursor: JSON.stringify({ pg: batch }), has_next_page: batch < batches - 1 };
  return { data: { marketplace_search: { feed_units: { edges, page_info } } } };
}

/** A search page that behaves like the real one: cards in the page, more of them only when the wheel turns. */
function searchPage(sinkOrigin: string, overlay = ''): string {
  const data = JSON.stringify({ require: [[{ __bbox: { result: feedOf(0) } }]] });
  return `<!doctype html><html id="facebook"><head><title>Marketplace</title><link rel="stylesheet" href="/style.css">
<style>@font-face{font-family:x;src:url(/font.woff2)} body{font-family:x}</style></head><body>
<script type="application/json" data-sjs>${data}</script>
${overlay}
<img src="/photo.jpg"><img src="${sinkOrigin}/pixel.gif"><iframe src="${sinkOrigin}/frame"></iframe>
<script src="${sinkOrigin}/tracker.js"></script>
<div id="grid" style="height:2000px">x</div><div id="end" style="height:1px"></div>
<script>
fetch('${sinkOrigin}/beacon', { mode: 'no-cors' }).catch(() => {});
navigator.sendBeacon('${sinkOrigin}/beacon');
try { new WebSocket('${sinkOrigin.replace('http', 'ws')}/socket'); } catch {}
let pg = 0, more = true, busy = false;
new IntersectionObserver(async (entries) => {
  if (!entries.some((e) => e.isIntersecting) || !more || busy || document.querySelector('[role=dialog]')) return;
  busy = true;
  const body = 'fb_api_req_friendly_name=CometMarketplaceSearchContentPaginationQuery&cursor=' + encodeURIComponent(JSON.stringify({ pg }));
  const answer = await fetch('/api/graphql/' + location.search, { method: 'POST', body });
  if (!answer.ok) { more = false; return; }
  const text = (await answer.text()).replace('for (;;);', '').split('\\n')[0];
  pg += 1;
  try { more = JSON.parse(text).data.marketplace_search.feed_units.page_info.has_next_page; } catch { more = false; }
  const grid = document.getElementById('grid');
  grid.style.height = (parseInt(grid.style.height) + 2000) + 'px';
  busy = false;
}, { rootMargin: '200px' }).observe(document.getElementById('end'));
</script></body></html>`;
}

/**
 * A feed that scrolls within itself, and asks for more when it does: where its stylesheet is missing the page scrolls instead, and
 * nothing is ever asked for.
 */
const styledPage = `<!doctype html><html id="facebook"><head><link rel="stylesheet" href="/feed.css"></head><body>
<script type="application/json" data-sjs>${JSON.stringify({ require: [[{ __bbox: { result: feedOf(0) } }]] })}</script>
<div id="feed"><div id="grid" style="height:2000px">x</div></div>
<script>
let pg = 0, more = true, busy = false;
const feed = document.getElementById('feed'), grid = document.getElementById('grid');
feed.addEventListener('scroll', async () => {
  if (busy || !more || feed.scrollTop + feed.clientHeight < feed.scrollHeight - 200) return;
  busy = true;
  const answer = await fetch('/api/graphql/' + location.search, { method: 'POST', body: 'cursor=' + encodeURIComponent(JSON.stringify({ pg })) });
  const text = (await answer.text()).replace('for (;;);', '').split('\\n')[0];
  pg += 1;
  more = JSON.parse(text).data.marketplace_search.feed_units.page_info.has_next_page;
  grid.style.height = (parseInt(grid.style.height) + 2000) + 'px';
  busy = false;
});
</script></body></html>`;

/** Stops the feed until it is closed, which makes room for more of it. */
const dialog = (closing: string) => `<div role="dialog"><form action="/login/device-based/"></form>
<div role="button" aria-label="${closing}" onclick="fetch('/closed'); this.parentElement.remove(); document.getElementById('grid').style.height = '6000px'"></div></div>`;
const cookies = `<div role="dialog"><div role="button" onclick="fetch('/agreed')">Allow all cookies</div>
<div role="button" onclick="fetch('/declined'); this.parentElement.remove(); document.getElementById('grid').style.height = '6000px'">Afvis valgfrie cookies</div></div>`;

/** The site's frame alone, whose scripts ask for the very first rows. */
const shellWithLateRows = `<!doctype html><html id="facebook"><body><script>
fetch('/api/graphql/' + location.search, { method: 'POST', body: 'cursor=' + encodeURIComponent('{"pg":2}') });
</script></body></html>`;

const itemPage = `<!doctype html><html id="facebook"><body><script type="application/json">${JSON.stringify({
  marketplace_product_details_page: {
    target: {
      id: '42',
      marketplace_listing_title: '2018 Volkswagen Golf',
      listing_price: { amount: '90000.00', currency: 'DKK' },
    },
  },
})}</script><script>fetch('/script-ran')</script></body></html>`;

async function answerGraphql(
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const batch = 1 + (JSON.parse(new URLSearchParams(body).get('cursor') ?? '{}') as { pg: number }).pg;
  if (query === 'limited' && batch === 2) {
    response.end(JSON.stringify({ errors: [{ message: 'Rate limit exceeded', code: 1675004 }], data: null }));
    return;
  }
  if (query === 'limited-status' && batch === 2) {
    response.writeHead(429).end('slow down');
    return;
  }
  if (query === 'silent') return;
  response.end(
    `for (;;);${JSON.stringify(feedOf(batch))}\n${JSON.stringify({ extensions: { is_final: true } })}`,
  );
}

/** Tries every way out that a page has beside its requests, in a frame too, and says which of them it has. */
const sideDoors = (sink: string) => `<html id="facebook"><body><script>
const socket = '${sink.replace('http', 'ws')}/socket';
const inWorker = URL.createObjectURL(new Blob(["new WebSocket('" + socket + "'); fetch('${sink}/worker')"]));
const ways = (own) => ({
  worker: () => new own.Worker(inWorker),
  shared: () => new own.SharedWorker(inWorker),
  service: () => own.navigator.serviceWorker.register('/worker.js').catch(() => {}),
  socket: () => new own.WebSocket(socket),
  stream: () => new own.WebSocketStream(socket),
  transport: () => new own.WebTransport('${sink.replace('http:', 'https:')}'),
  events: () => new own.EventSource('${sink}/events'),
  peer: () => { const peer = new own.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + '${sink.split(':')[2]}' }] }); peer.createDataChannel('x'); return peer.createOffer().then((offer) => peer.setLocalDescription(offer)); },
  paint: () => own.CSS.paintWorklet.addModule('${sink}/paint.js').catch(() => {}),
});
const frame = document.createElement('iframe');
document.body.append(frame);
const open = [];
for (const [where, own] of [['page', window], ['frame', frame.contentWindow]])
  for (const [name, way] of Object.entries(ways(own)))
    try { way(); open.push(where + '.' + name); } catch {}
fetch('/told/' + encodeURIComponent(open.join(',') || 'none'));
</script></body></html>`;

/** Sends from hop to hop on the marketplace, by a status or by what the page says, and at last away from it. */
function sendOn(response: ServerResponse, kind: string, hopsLeft: number, sink: string): void {
  const target = hopsLeft > 0 ? `/hop/${kind}/${hopsLeft - 1}` : `${sink}/landing`;
  const refresh = `0;url=${target}`;
  if (kind === 'refresh') response.writeHead(200, { refresh }).end('<html id="facebook">');
  else if (kind === 'meta')
    response.end(`<html id="facebook"><meta http-equiv="refresh" content="${refresh}">`);
  else if (kind === 'script')
    response.end(`<html id="facebook"><script>location.replace('${target}')</script>`);
  else response.writeHead(Number(kind), { location: target }).end();
}

const fixed: Record<string, (response: ServerResponse, own: TestMarketplace) => void> = {
  login: (response) => response.writeHead(302, { location: '/login/?next=%2Fmarketplace' }).end(),
  away: (response, own) => response.writeHead(302, { location: `${own.sinkOrigin}/landing` }).end(),
  'away-by-script': (response, own) =>
    response.end(`<script>location.href = '${own.sinkOrigin}/landing'</script>`),
  walled: (response, own) => response.end(searchPage(own.sinkOrigin, dialog('Luk'))),
  'walled-for-good': (response, own) => response.end(searchPage(own.sinkOrigin, dialog('Log in'))),
  cookies: (response, own) => response.end(searchPage(own.sinkOrigin, cookies)),
  styled: (response) => response.end(styledPage),
  late: (response) => response.end(shellWithLateRows),
  shell: (response) => response.end('<html id="facebook"></html>'),
  limited429: (response) => response.writeHead(429).end('slow down'),
  never: () => undefined,
  half: (response) => {
    response.write('<html><body>');
  },
  hangup: (response) => {
    response.destroy();
  },
  popup: (response, own) =>
    response.end(
      `<html id="facebook"><script>window.open('${own.sinkOrigin}/popup'); new Worker(URL.createObjectURL(new Blob(["fetch('${own.sinkOrigin}/worker')"])))</script>`,
    ),
  'side-doors': (response, own) => response.end(sideDoors(own.sinkOrigin)),
  empty: (response) =>
    response.end(
      '<script type="application/json">{"marketplace_search":{"feed_units":{"edges":[{"node":{"story_type":"SERP_NO_RESULTS"}}]}}}</script>',
    ),
  cards: (response) =>
    response.end(
      `<html id="facebook"><body><script>setTimeout(() => { document.body.innerHTML = '<a href="/marketplace/item/7/"><span>kr 50.000</span><span>Toyota Aygo 2012</span><span>Odense</span></a>' }, 300)</script></body></html>`,
    ),
};

function answer(request: IncomingMessage, response: ServerResponse, own: TestMarketplace): void {
  const url = new URL(request.url ?? '/', own.origin);
  own.paths.push(url.pathname);
  const query = url.searchParams.get('query') ?? '';
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (url.pathname === '/feed.css')
    response
      .setHeader('content-type', 'text/css')
      .end('body { margin: 0 } #feed { height: 100vh; overflow-y: auto }');
  else if (url.pathname.startsWith('/api/graphql')) void answerGraphql(request, response, query);
  else if (url.pathname.startsWith('/login')) response.end('<title>Log into Facebook</title>');
  else if (url.pathname.startsWith('/marketplace/item/')) response.end(itemPage);
  else if (query.startsWith('chain-')) sendOn(response, query.slice('chain-'.length), 4, own.sinkOrigin);
  else if (url.pathname.startsWith('/hop/')) {
    const [, , kind, hopsLeft] = url.pathname.split('/');
    sendOn(response, kind!, Number(hopsLeft), own.sinkOrigin);
  } else if (fixed[query]) fixed[query](response, own);
  else response.end(searchPage(own.sinkOrigin));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startTestMarketplace(): Promise<TestMarketplace> {
  let connections = 0;
  const own: TestMarketplace = {
    origin: '',
    sinkOrigin: '',
    paths: [],
    sinkPaths: [],
    sinkConnections: () => connections,
    close: async () => undefined,
  };
  const site = createServer((request, response) => answer(request, response, own));
  const sink = createServer((request, response) => {
    own.sinkPaths.push(request.url ?? '');
    response.end('sink');
  });
  sink.on('connection', () => connections++);
  sink.on('upgrade', (request, socket) => {
    own.sinkPaths.push(request.url ?? '');
    socket.destroy();
  });
  own.origin = await listen(site);
  own.sinkOrigin = await listen(sink);
  own.close = async () => {
    for (const server of [site, sink]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  return own;
}
