import type { Ad, World } from '#demo/cars/world.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import { escapeHtml } from './embedded.ts';
import type { DemoLink } from './links.ts';
import { photoUrls, type Site } from './listing-json.ts';
import { demoBar } from './page-frame.ts';

const homeStyle = `
.intro{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:24px 56px;align-items:end;margin:24px 0 40px}.intro h1{font-size:clamp(40px,6vw,68px);line-height:1;letter-spacing:-.042em}.intro p{margin:0;color:var(--ink-2);font-size:18px;line-height:26px}.intro [lang=da]{display:block;margin-top:12px;font-size:15px;line-height:22px;color:var(--ink-3)}
.strip{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;margin-bottom:64px}.strip img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:8px;background:var(--paper-2)}
section{margin-bottom:64px}section>h2{font-size:28px;line-height:32px}section>p{margin:6px 0 20px;color:var(--ink-2)}section>p [lang=da]{color:var(--ink-3)}
.links{list-style:none;margin:0;padding:0;border-top:1px solid var(--ink)}.links li{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr) 132px 92px;gap:4px 24px;align-items:center;padding:12px 0;border-bottom:1px solid var(--rule)}
.links strong{font-weight:600;display:block;font-size:16px;line-height:22px}.links small{font-size:14px;line-height:20px;color:var(--ink-3)}.links code{font:13px/18px ui-monospace,monospace;color:var(--ink-2);overflow-wrap:anywhere}.links .tag{font-size:14px;line-height:20px;font-weight:600}.failure .tag{color:var(--poor)}
.links button{height:44px;padding:0 14px;background:none;border:1px solid var(--field);color:var(--ink)}.links button:hover{border-color:var(--accent);color:var(--accent)}
@media(max-width:800px){.intro{grid-template-columns:1fr}.strip{grid-template-columns:1fr 1fr}.links li{grid-template-columns:1fr auto}.links code{grid-column:1/-1;grid-row:2}.links button{grid-row:1;grid-column:2}}
`;

const copyScript = `document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-url]');
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.url);
  document.querySelector('#said').textContent = 'Link copied';
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, 1600);
});`;

function linkRow(link: DemoLink): string {
  const tag =
    link.failureClass !== undefined
      ? (link.failureClass ?? '').replaceAll('_', ' ')
      : `${link.expectedCars} ${link.expectedCars === 1 ? 'car' : 'cars'}`;
  const address = escapeHtml(link.url);
  return `<li class="${link.kind}"><div><strong><a href="${address}">${escapeHtml(link.title)}</a></strong><small lang="da">${escapeHtml(link.danishTitle)}</small></div><code>${address}</code><span class="tag">${tag}</span><button type="button" data-url="${address}" aria-label="Copy the link: ${escapeHtml(link.title)}">Copy</button></li>`;
}

function linkList(links: readonly DemoLink[], kind: DemoLink['kind']): string {
  return `<ul class="links">${links
    .filter((link) => link.kind === kind)
    .map(linkRow)
    .join('')}</ul>`;
}

/** Four cars, each in another scene. */
function showpieces(ads: readonly Ad[]): Ad[] {
  const byScene = new Map<string, Ad>();
  for (const ad of ads) {
    const [first] = pictureSpecsOf(ad.car);
    if (first?.view === 'front34' && !byScene.has(first.scene)) byScene.set(first.scene, ad);
  }
  return [...byScene.values()].slice(0, 4);
}

/** The demo's own front page: what this is, and the addresses to paste into the product. */
export function renderHomePage(links: readonly DemoLink[], world: World, site: Site): string {
  const ads = world.ads();
  const shown = showpieces(ads);
  const strip = shown
    .map(
      (ad) =>
        `<a href="/marketplace/item/${ad.id}/"><img alt="${escapeHtml(ad.car.title)}" width="300" height="225" src="${escapeHtml(photoUrls(ad, site)[0]!)}"></a>`,
    )
    .join('');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Demo marketplace</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/demo.css"><style>${homeStyle}</style></head><body>${demoBar()}
<main><div class="intro"><h1>${ads.length} cars that do not exist.</h1><p>This marketplace is part of the demo. Copy a search link and paste it into Bilfund: it is read like a real one.<span lang="da">Kopiér et søgelink herfra, og sæt det ind i Bilfund. Biler, sælgere og nummerplader er opdigtede.</span></p></div>
<div class="strip">${strip}</div>
<section><h2>Searches</h2><p>Each finishes quickly. <span lang="da">Søgninger, der virker.</span></p>${linkList(links, 'search')}</section>
<section><h2>Bad days</h2><p>The cars are there, and hard to read. <span lang="da">Bilerne er der, men svære at læse.</span></p>${linkList(links, 'unkind')}</section>
<section><h2>The second marketplace</h2><p>A DBA of its own, some of its cars are here too. <span lang="da">En DBA for sig; nogle af bilerne står begge steder.</span></p>${linkList(links, 'dba')}</section>
<section><h2>Ways to fail</h2><p>Every refusal the real site can answer with. <span lang="da">Alt det, der kan gå galt.</span></p>${linkList(links, 'failure')}</section>
<section><h2>The clock stands at hour ${world.hour}</h2><p>Each hour brings new cars, lower prices and sales. <span lang="da">Hver time kommer nye biler til, og andre bliver solgt.</span></p><form method="post" action="/hours"><button>Let an hour pass</button></form></section>
<p id="said" role="status"></p></main><script>${copyScript}</script></body></html>`;
}
