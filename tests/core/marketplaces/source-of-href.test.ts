import { describe, expect, it } from 'vitest';
import { readLink } from '#core/marketplaces/links.ts';
import { sourceOfHref } from '#core/marketplaces/marketplace-id.ts';

describe('sourceOfHref', () => {
  it.each([
    'https://www.facebook.com/marketplace/odense/search?query=golf',
    'https://www.facebook.com/marketplace/item/77/',
    'https://www.facebook.com/share/1AbCdEfGh/',
    'https://www.dba.dk/mobility/search/car?q=golf',
    'https://www.dba.dk/mobility/item/12345678',
    'https://www.dba.dk/12345678',
    'https://www.bilbasen.dk/brugt/bil/vw/golf',
    'http://127.0.0.1:7000/marketplace/odense/search?query=golf',
    'http://127.0.0.1:7000/mobility/search/car?q=golf',
  ])('sourceOfHref agrees with readLink about %s', (raw) => {
    const read = readLink(raw, { demoOrigin: 'http://127.0.0.1:7000' });
    if (!read.ok) throw new Error(read.message);
    expect(sourceOfHref(read.link.href)).toBe(read.link.source);
  });

  it('sourceOfHref gives Facebook for any other address', () => {
    for (const href of ['', '/?make=Audi', 'https://www.facebook.com/'])
      expect(sourceOfHref(href)).toBe('facebook');
  });
});
