import { describe, expect, it, test } from 'vitest';
import { refusalOf } from '#core/marketplaces/marketplace.ts';
import {
  boundPage,
  decodeEntities,
  readAttribute,
  scanElements,
  scanTags,
  textRuns,
  visibleBlocks,
  visibleParts,
} from '#core/marketplaces/page/html.ts';

const contentsOf = (html: string, name: 'script' | 'a' | 'title') =>
  [...scanElements(html, name)].map(({ content }) => content);

describe('scanning a page', () => {
  test.each([
    ['one after the other', '<a>one</a><A >two</A ><a/>three</a>', ['one', 'two', 'three']],
    ['a ">" in double quotes', '<a title="x > y">one</a>', ['one']],
    ['a ">" in single quotes', "<a title='x > y'>one</a>", ['one']],
    ['the other quote inside quotes', `<a title="it's">one</a><a title='5"'>two</a>`, ['one', 'two']],
    ['names that only begin alike', '<abbr>no</abbr><a>one</a>', ['one']],
    ['the text of a script', '<script>"<a>no</a>"</script><a>one</a>', ['one']],
    ['a comment', '<!-- <a>no</a> --><a>one</a>', ['one']],
    ['a tag that another one interrupts', '<a <a>one</a>', ['one']],
  ])('elements are found beside %s', (_, html, expected) => {
    expect(contentsOf(html, 'a')).toEqual(expected);
  });

  test('elements end at an unclosed element, script or comment', () => {
    expect(contentsOf('<a>one</a><a>two', 'a')).toEqual(['one']);
    expect(contentsOf('<a>one</a><script>x <a>two</a>', 'a')).toEqual(['one']);
    expect(contentsOf('<a>one</a><!-- <a>two</a>', 'a')).toEqual(['one']);
  });

  test('scripts are scanned only when scripts are searched for', () => {
    expect(contentsOf('<script>1</script><p><script src=x>2</script>', 'script')).toEqual(['1', '2']);
  });

  test('tags have a lower-case name and their attributes', () => {
    expect([...scanTags('<IMG src="a"><link rel=b>', ['img', 'link'])]).toEqual([
      { name: 'img', attributes: ' src="a"', end: 13 },
      { name: 'link', attributes: ' rel=b', end: 25 },
    ]);
  });
});

test.each([
  [' href="a b"', 'a b'],
  [" HREF = 'a b'", 'a b'],
  [' href=a b', 'a'],
  [' href=""', ''],
  [' href="a&amp;b"', 'a&b'],
  [' data-href="a"', null],
  [' hreflang="a"', null],
  ['', null],
])('the address in the attributes %j is %j', (attributes, expected) => {
  expect(readAttribute(attributes, 'href')).toBe(expected);
});

test('the lines of a text are what is between tags, without blank ones', () => {
  expect(textRuns('<b>149.900&nbsp;kr</b><i> </i>Golf <br>&aring;rg. 2014')).toEqual([
    '149.900 kr',
    'Golf',
    'årg. 2014',
  ]);
});

test.each([
  ['&lt;a&gt; &quot;b&quot; &amp; &apos;c&apos;', `<a> "b" & 'c'`],
  ['r&oslash;d&nbsp;&middot;&nbsp;&aelig;g &Aring;', 'rød · æg å'],
  ['&#248;&#xF8;&#XF8;', 'øøø'],
  ['&#x10ffff;', '\u{10ffff}'],
  ['&#1;', '\u0001'],
  ['a&#0;b&#x110000;c', 'abc'],
  ['&unknown; &constructor; & &;', '&unknown; &constructor; & &;'],
])('%j is decoded as %j', (text, expected) => {
  expect(decodeEntities(text)).toBe(expected);
});

test('a page is cut at sixteen million characters', () => {
  expect(boundPage('x'.repeat(16_000_001))).toHaveLength(16_000_000);
  expect(boundPage('<a>')).toBe('<a>');
});

describe('visibleBlocks and visibleParts', () => {
  it.each([
    ['a line for each block', '<p>Ford <b>Focus</b></p><p>2016</p>', ['Ford Focus', '2016']],
    ['text outside all blocks', 'Ford<div>2016</div>Aarhus', ['Ford', '2016', 'Aarhus']],
    ['entities as what they stand for', '<p>Tr&aelig;k &amp; klima</p>', ['Træk & klima']],
    ['nothing of scripts and styles', '<p>Ford</p><style>p{}</style><script>"<p>no</p>"</script>', ['Ford']],
    ['nothing of a comment, tags included', '<p>Ford</p><!-- <p>no</p> --><p>2016</p>', ['Ford', '2016']],
    ['what stands before a comment without an end', '<p>Ford</p>2016<!-- <p>no</p>', ['Ford', '2016']],
  ])('visibleBlocks gives %s', (_, markup, lines) => {
    expect(visibleBlocks(markup)).toEqual(lines);
  });

  it('visibleParts gives the parts side by side in each block', () => {
    expect(visibleParts('<div><span>Herning</span> <span>Byens Biler</span></div>')).toEqual([
      ['Herning', 'Byens Biler'],
    ]);
  });
});

test.each([
  [200, '', null],
  [404, '', null],
  [401, '', { class: 'login_wall', evidence: 'status 401' }],
  [403, '', { class: 'rate_limited', evidence: 'status 403' }],
  [429, '', { class: 'rate_limited', evidence: 'status 429' }],
  [202, ' '.repeat(900), { class: 'checkpoint', evidence: 'status 202 without a page' }],
  [202, 'x'.repeat(399), { class: 'checkpoint', evidence: 'status 202 without a page' }],
  [202, 'x'.repeat(400), null],
  [499, '', null],
  [500, '', { class: 'network', evidence: 'status 500' }],
  [503, '', { class: 'network', evidence: 'status 503' }],
])('the status %i with the body %j gives the refusal %o', (status, body, refusal) => {
  expect(refusalOf(status, body)).toEqual(refusal);
});
