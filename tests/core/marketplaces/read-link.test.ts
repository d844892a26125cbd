import { describe, expect, it } from 'vitest';
import { readLink } from '#core/marketplaces/links.ts';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';

const hrefOf = (text: string) => {
  const read = readLink(text);
  return read.ok ? read.link.href : read.code;
};
const search = 'www.facebook.com/marketplace/aalborg/search?query=passat';
const read = hrefOf(`https://${search}`);
const ad = hrefOf('https://www.facebook.com/marketplace/item/8815520047/');
const wrapped = encodeURIComponent(`https://${search}`);

describe('readLink with pasted and shared texts', () => {
  it.each([
    `http://${search}`,
    search,
    `http://${search.slice('www.'.length)}`,
    ...['mobile', 'touch', 'm'].map((host) => `https://${search.replace('www', host)}`),
    `https://l.facebook.com/l.php?u=${wrapped}&h=AT0x`,
    `l.facebook.com/l.php?u=${encodeURIComponent(search.replace('www', 'http://touch'))}`,
    `https://www.facebook.com/login/?next=${wrapped}`,
    `https://m.facebook.com/login.php?next=${wrapped}&refsrc=deprecated`,
    `https://www.facebook.com/login/?next=${encodeURIComponent(search.slice(search.indexOf('/')))}`,
    search.replace('www.facebook', 'fb'),
    `Her er min søgning: https://${search}`,
    `VW Passat\n84.900 kr.\nhttp://${search}`,
    `84.900 kr.https://${search}`,
    `Link:https://${search}`,
    `Hej mor! Kig på (${search}), hvis du har tid.`,
    `https://${search}\nSendt fra min iPhone`,
    `https://example.org/avis nævner https://${search}`,
    `\u200e\u2060https://${search}\u200b`,
  ])('%j is read as the search it contains', (text) => {
    expect(read).toMatch(/^https:/);
    expect(hrefOf(text)).toBe(read);
  });

  it.each([
    'https://www.facebook.com/commerce/listing/8815520047/?ref=share_attachment',
    'Se her: m.facebook.com/commerce/listing/8815520047',
    'https://www.facebook.com/marketplace/item/8815520047/. Hvad synes du?',
    `https://lm.facebook.com/l.php?u=${encodeURIComponent('https://facebook.com/commerce/listing/8815520047/')}`,
  ])('%j is read as the ad it contains', (text) => {
    expect(ad).toMatch(/^https:/);
    expect(hrefOf(text)).toBe(ad);
  });

  it.each([
    ['http://dba.dk/mobility/item/31004711', 'https://www.dba.dk/mobility/item/31004711'],
    ['Prøv DBA: www.dba.dk/mobility/item/31004711', 'https://www.dba.dk/mobility/item/31004711'],
    ['bilbasen.dk/brugt/bil/vw/up', 'https://www.bilbasen.dk/brugt/bil/vw/up'],
    [
      `https://l.facebook.com/l.php?u=${encodeURIComponent('https://www.bilbasen.dk/brugt/bil/vw/up')}`,
      'https://www.bilbasen.dk/brugt/bil/vw/up',
    ],
  ])('%j is read as %s', (text, href) => {
    expect(hrefOf(text)).toBe(href);
  });

  it.each([
    ['https://www.facebook.com/groups/112233/permalink/445566/', 'link_group'],
    ['Se opslaget i gruppen: facebook.com/groups/biler', 'link_group'],
    [`https://l.facebook.com/l.php?u=${encodeURIComponent('https://evil.example/')}`, 'link_foreign_host'],
    ['https://www.facebook.com/login/?next=//evil.example/marketplace/a/search', 'link_invalid'],
    ['Golf 1.6 TDI fra 2012', 'link_invalid'],
    ['www.example.org', 'link_foreign_host'],
  ])('%j cannot be imported: %s', (text, code) => {
    expect(hrefOf(text)).toBe(code);
  });

  it('a link of an unvisited marketplace is answered with the button', () => {
    for (const text of ['dba.dk/mobility/item/31004711', 'bilbasen.dk/brugt/bil/vw/up'])
      expect(readLink(text, { sources: ['facebook'] })).toMatchObject({ code: 'link_by_hand' });
    expect(readLink('dba.dk/mobility/item/31004711', { sources: visitedIds }).ok).toBe(true);
  });

  it('a link wrapped too many times is refused', () => {
    const wrap = (address: string) => `https://l.facebook.com/l.php?u=${encodeURIComponent(address)}`;
    const layers = Array.from({ length: 6 }).reduce<string>(wrap, `https://${search}`);
    expect(readLink(layers).ok).toBe(false);
  });
});
