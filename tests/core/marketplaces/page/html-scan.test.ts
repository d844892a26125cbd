import { describe, expect, test } from 'vitest';
import {
  boundPage,
  decodeEntities,
  readAttribute,
  scanElements,
  scanTags,
  textRuns,
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
