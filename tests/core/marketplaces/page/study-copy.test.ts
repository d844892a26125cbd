import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { shapeOf, studyCopy } from '#core/marketplaces/page/study-copy.ts';

const folder = join(import.meta.dirname, '../../../fixtures/marketplace');
const fixture = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Personal data, planted wherever a page can contain some. */
const person = {
  name: 'Æblerose Quistgaard',
  mail: 'aeblerose@quist.example',
  phone: '21436587',
  token: 'NAcPz8gYzT0kenQ',
  id: '100012345678901',
};
const planted = `<!doctype html><html><head><title>${person.name} | Facebook</title>
  <meta property="og:title" content="${person.name}"><link rel="canonical" href="https://www.facebook.com/aeblerose.quistgaard?id=${person.id}">
  <style>.${person.token}{color:red}</style><!-- ${person.name} ${person.token} --></head>
  <body id="mount_0_${person.token}" data-who='${person.name}' onclick="greet('${person.name}')">
  <img alt="Photo of ${person.name}" src=https://scontent.example/${person.id}.jpg?oh=${person.token}>
  <form name="${person.token}" action="/login/?next=${person.id}"><input name="email" value="${person.mail}"></form>
  <h1>${person.name}</h1><p>Call me: ${person.phone}, ${person.mail}</p>
  <script>window.user = "${person.name}"; token = "${person.token}"</script>
  <script type="application/json">${JSON.stringify({
    require: [
      [{ viewer: { id: person.id, name: person.name, [person.id]: 1, [`${person.name}`]: person.token } }],
    ],
    feed: Array.from({ length: 30 }, () => ({
      __typename: 'MarketplaceListing',
      seller: { name: person.name },
    })),
    __typename: person.name,
    number: Number(person.phone),
  })}</script><script type="application/json">${person.name} no JSON</script>`;

const spoken = ['blerose', 'uistgaard', 'quist', person.phone, person.token, person.id, '2143', 'NAcPz'];

describe('studyCopy', () => {
  it('the copy contains nothing personal, wherever the page has it', () => {
    const copy = studyCopy(planted).toLowerCase();
    for (const word of spoken) expect(copy).not.toContain(word.toLowerCase());
    expect(copy.match(/[0-9]/g)?.every((figure) => figure === '0' || copy.includes('+27'))).toBe(true);
  });

  it('the copy leaves out comments with their tags, and continues after them', () => {
    expect(studyCopy('<b>one</b><!-- <form name="email">two --><i>three</i>')).toBe(
      ['<b>', 'xxx', '</b>', '<i>', 'xxxxx', '</i>'].join('\n'),
    );
  });

  it('the copy keeps elements, forms, addresses, fields and types', () => {
    const copy = studyCopy(planted);
    for (const part of [
      '"__typename":"MarketplaceListing"',
      '"seller":{"name":"xxxxxxxx xxxxxxxxxx"}',
      '"+27"',
      'action="/login/?next=000000000000000"',
      'name="email"',
      '"no JSON"',
    ])
      expect(copy).toContain(part);
    expect(studyCopy(fixture('layout-changed.html')).length).toBeGreaterThan(100);
  });

  it.each(readdirSync(folder))('the copy of %s cannot be read as an ad', (name) => {
    const copy = studyCopy(fixture(name));
    const url = 'https://www.facebook.com/marketplace/odense/search?query=golf';
    for (const { title, price, id } of parsePage({ url, html: copy }).listings) {
      expect(title).not.toMatch(/[1-9]|volkswagen|golf/i);
      expect([price?.amount ?? 0, Number(id)]).toEqual([0, 0]);
    }
  });

  it('the copy continues after a lone closing script tag', () => {
    const page = '<html><body></script><h1>Golf</h1><script>x = 1</script><p>Polo</p></body></html>';
    expect(studyCopy(page)).toContain('<h1>');
  });

  it('the copy ends at an unclosed comment', () => {
    expect(studyCopy('<html><p>Golf</p><!-- Polo <b>')).toBe('<html>\n<p>\nxxxx\n</p>');
  });

  it('the copy of a scroll response keeps its field names', () => {
    expect(studyCopy('for (;;);{"data":{"seller":"Ida"}}\n{"errors":[{"code":1675004}]}')).toBe(
      '{"data":{"seller":"xxx"}}\n{"errors":[{"code":0}]}',
    );
  });

  it('the copy keeps data sixty levels deep', () => {
    const deep = (levels: number) => `{"data":${'['.repeat(levels)}"Ida"${']'.repeat(levels)}}`;
    expect(studyCopy(deep(59))).toBe(`{"data":${'['.repeat(59)}"xxx"${']'.repeat(59)}}`);
    expect(studyCopy(deep(61))).toBe(`{"data":${'['.repeat(60)}null${']'.repeat(60)}}`);
  });

  it('the copy keeps the first twenty scroll responses', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `{"${'a'.repeat(n + 1)}":0}`);
    const copy = studyCopy(`for (;;);${lines.join('\n')}`).split('\n');
    expect(copy).toEqual(lines.slice(0, 20));
  });

  it('the copy has a bounded size', () => {
    const rows = '<div class="a">Ida <a href="/ida">Ida</a></div>'.repeat(100_000);
    expect(studyCopy(rows).length).toBeLessThanOrEqual(400_000);
    const deep = `<script type="application/json">${'['.repeat(5000)}${']'.repeat(5000)}</script>`;
    expect(studyCopy(deep).length).toBeLessThan(1000);
    expect(studyCopy(`<script type="application/json">{"a":"${'Ida '.repeat(1e6)}`).length).toBeLessThan(
      1000,
    );
  });

  it('any text can be copied, and only plain characters are kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(() => studyCopy(text)).not.toThrow();
        expect(shapeOf(text)).not.toMatch(/[^\x20-\x7e·–—]/u);
      }),
    );
  });
});
