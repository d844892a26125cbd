import { fontFaces } from './fonts.ts';

/** Stands over every page that a person may look at: nobody shall take the demo for a real marketplace. */
export function demoBar(): string {
  return `<header class="bar"><a class="mark" href="/"><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M2 6h20" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><path d="M12 6v7" stroke="currentColor" stroke-width="1.6"/><circle cx="12" cy="17" r="4.4" fill="currentColor"/></svg>Demo marketplace</a>
<p>Invented cars, drawn photos, nobody sells anything here. <span lang="da">Opdigtede biler – intet er til salg.</span></p></header>`;
}

export const stylesheet = `${fontFaces}
:root{--paper:#F7F4ED;--paper-2:#EFEADF;--surface:#FFFEFB;--ink:#16201C;--ink-2:#46514B;--ink-3:#606963;--accent:#0D4A38;--accent-hover:#08382A;--rule:#DCD6C8;--field:#8A8675;--poor:#A4431B}
@media (prefers-color-scheme:dark){:root{--paper:#0F1513;--paper-2:#161E1B;--surface:#1A2320;--ink:#EEEBE2;--ink-2:#B7BDB6;--ink-3:#929A93;--accent:#7FD3AC;--accent-hover:#9CE0C0;--rule:#28322E;--field:#6F7B74;--poor:#F29B74}img{filter:brightness(.86) saturate(.94)}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/24px "Familjen Grotesk Variable",system-ui,sans-serif;font-variant-numeric:tabular-nums}
a{color:inherit}h1,h2,h3{font-weight:600;letter-spacing:-.03em;margin:0}
.bar{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;justify-content:space-between;padding:16px max(20px,calc((100% - 1184px)/2));border-bottom:1px solid var(--rule)}
.bar p{margin:0;font-size:14px;line-height:20px;color:var(--ink-2)}.bar span{color:var(--ink-3)}.mark{display:flex;gap:8px;align-items:center;font-weight:600;text-decoration:none;color:var(--accent)}
main{max-width:1184px;margin:0 auto;padding:40px 20px 96px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.market h1{font-size:30px;line-height:36px}.finder{display:flex;gap:8px;margin:20px 0 32px;max-width:520px}.finder input{flex:1;min-width:0;height:44px;padding:0 14px;border:1px solid var(--field);border-radius:10px;background:var(--surface);color:inherit;font:inherit}
button,.button{height:44px;padding:0 18px;border:0;border-radius:8px;background:var(--accent);color:var(--paper);font:600 15px/20px inherit;font-family:inherit;cursor:pointer}button:hover{background:var(--accent-hover)}
.feed{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:36px 24px}.card{display:flex;flex-direction:column;text-decoration:none;min-height:300px}.card img{width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:8px;background:var(--paper-2);margin-bottom:10px}
.price{font-weight:600;font-size:20px;letter-spacing:-.02em}.price s{margin-left:8px;font-weight:400;font-size:14px;color:var(--ink-3)}.card:hover .title{text-decoration:underline}.title{font-weight:500;font-size:15px;line-height:20px}.place{font-size:14px;line-height:20px;color:var(--ink-3)}
.item{display:grid;grid-template-columns:minmax(0,3fr) minmax(280px,2fr);gap:56px}@media(max-width:800px){.item{grid-template-columns:1fr;gap:24px}}.item>div>img{width:100%;height:auto;border-radius:8px;margin-bottom:12px;background:var(--paper-2)}
.item h1{font-size:30px;line-height:34px}.item .ask{font-size:44px;line-height:52px;font-weight:600;letter-spacing:-.04em;margin:12px 0 0}.item dl{display:grid;grid-template-columns:1fr 1fr;margin:24px 0;border-top:1px solid var(--ink)}.item dt,.item dd{margin:0;padding:9px 0;border-bottom:1px solid var(--rule);font-size:15px;line-height:20px}.item dt{color:var(--ink-2)}.item dd{font-weight:600;text-align:right}.words{white-space:pre-line}
.picks{margin-top:64px}.picks h2{font-size:28px;line-height:32px;margin-bottom:20px}
`;
