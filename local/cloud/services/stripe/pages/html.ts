import type { Words } from './page-texts.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escaped(String(part));
}

/** Everything put in is text unless it is Markup itself: product names and addresses were written by others. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((out, string, index) => out + string + render(parts[index]), ''));
}

/** A whole page with the line that says that this is a test shop. */
export function pageOf(words: Words, title: string, body: Markup, languageLink: string): string {
  const other = words.language === 'da' ? ['en', 'English'] : ['da', 'Dansk'];
  return html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${words.shop}</title>
<link rel="stylesheet" href="/assets/base.css">
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/shop.js"></script>
</head>
<body>
<header>
  <p class="name"><span class="line" aria-hidden="true"></span>${words.shop}</p>
  <p class="badge">${words.say('testMode')}</p>
  <p class="note">${words.say('testNote')}</p>
  <a class="language" lang="${other[0]}" href="${languageLink}?lang=${other[0]}">${other[1]}</a>
</header>
<main>${body}</main>
</body>
</html>
`.text;
}
