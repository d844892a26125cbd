import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bilbasen } from '#core/marketplaces/bilbasen/bilbasen.ts';
import { readLink } from '#core/marketplaces/links.ts';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import { codeOf, hrefOf } from '../read-link-of.ts';

describe('a link to Bilbasen', () => {
  it.each([
    [
      'https://www.bilbasen.dk/brugt/bil/fiat/panda?includeengroscvr=true&includeleasing=false&page=2&sortby=price',
      'https://www.bilbasen.dk/brugt/bil/fiat/panda?includeengroscvr=true&includeleasing=false',
    ],
    [
      'https://bilbasen.dk/brugt/bil?PriceTo=90000&Fuel=3&fuel=1',
      'https://www.bilbasen.dk/brugt/bil?priceto=90000&fuel=1&fuel=3',
    ],
    [
      'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/6605273?ref=x',
      'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/6605273',
    ],
  ])('%s is normalised to %s', (raw, href) => {
    expect(hrefOf(raw)).toBe(href);
    expect(hrefOf(href)).toBe(href);
  });

  it.each([
    ...['free', 'pricefrom', 'yearto', 'mileagefrom', 'hpto', 'fuel', 'gear', 'cartype', 'color', 'doors'],
    ...['drivewheel', 'sellertypes', 'region', 'zipcode', 'distance', 'includeengroscvr', 'includeleasing'],
    'includewithouttax',
  ])('a Bilbasen link keeps the filter %s, whatever its case', (name) => {
    expect(hrefOf(`https://www.bilbasen.dk/brugt/bil?priceto=90000&${name.toUpperCase()}=2&x=1`)).toContain(
      `${name}=2`,
    );
  });

  it('a Bilbasen link may have 2,048 characters', () => {
    const long = (letters: number) =>
      'https://www.bilbasen.dk/brugt/bil?priceto=90000&free='.padEnd(letters, 'x');
    expect([codeOf(long(2048)), codeOf(long(2049))]).toEqual(['taken', 'link_invalid']);
  });

  it.each([
    ['', 'link_blank'],
    [7, 'link_blank'],
    ['golf', 'link_invalid'],
    ['https://www.bilbasen.dk/brugt/bil', 'link_no_search'],
    ['https://www.bilbasen.dk/brugt/bil?page=2', 'link_no_search'],
    ['https://www.bilbasen.dk/', 'link_unsupported_path'],
    ['https://www.bilbasen.dk/brugt/bil/../../minside', 'link_unsupported_path'],
    ['https://www.bilbasen.dk/brugt/bil/fiat%2fpanda', 'link_unsupported_path'],
    ['ftp://www.bilbasen.dk/brugt/bil/fiat', 'link_invalid'],
    ['https://www.bilbasen.dk.evil.example/brugt/bil/fiat', 'link_foreign_host'],
    ['https://user@www.bilbasen.dk/brugt/bil/fiat', 'link_invalid'],
    ['https://www.bilbasen.dk:8443/brugt/bil/fiat', 'link_foreign_host'],
    ['https://www.bilbasen.dk\\@evil.example/brugt/bil/fiat', 'link_invalid'],
    ['https://www.bilbаsen.dk/brugt/bil/fiat', 'link_foreign_host'],
    [`https://www.bilbasen.dk/brugt/bil/fiat?free=${'x'.repeat(3000)}`, 'link_invalid'],
  ])('the Bilbasen link %s is refused as %s', (raw, code) => {
    expect(codeOf(raw)).toBe(code);
  });

  it('a Bilbasen link is answered with the button, because Bilbasen is not visited', () => {
    const read = readLink('https://www.bilbasen.dk/brugt/bil/fiat/panda', { sources: visitedIds });
    expect(read).toMatchObject({ ok: false, code: 'link_by_hand' });
  });

  it('no Bilbasen address is visitable', () => {
    expect(bilbasen.visit.by).toBe('nobody');
    expect(
      bilbasen.isVisitable('https://www.bilbasen.dk/brugt/bil/fiat', {
        origin: bilbasen.home,
        isDemo: false,
      }),
    ).toBe(false);
  });

  it('a full stop before a query that is left out is left out too', () => {
    const href = hrefOf('https://www.bilbasen.dk/brugt/bil/vw.?');
    expect(href).toBe('https://www.bilbasen.dk/brugt/bil/vw');
    expect(hrefOf(href)).toBe(href);
  });

  it('any Bilbasen link is taken unchanged or refused, and never throws', () => {
    const part = fc.oneof(fc.webPath(), fc.string());
    fc.assert(
      fc.property(part, part, (path, query) => {
        const read = readLink(`https://www.bilbasen.dk/brugt/bil${path}?${query}`);
        if (read.ok) expect(hrefOf(read.link.href)).toBe(read.link.href);
      }),
    );
  });
});

describe('a photo of Bilbasen', () => {
  it.each([
    ['https://billeder.bilbasen.dk/bilinfo/5ca46114-4d0a-43fd-ae65-90f6c3fd6bc4.jpg?class=S400X400', true],
    ['https://billeder.bilbasen.dk/bilbasen/79f1bf2d-18f6-4ea1-9678-66bf5a84ba72.jpeg', true],
    ['http://billeder.bilbasen.dk/bilinfo/5ca46114-4d0a-43fd.jpg', false],
    ['https://billeder.bilbasen.dk.evil.example/bilinfo/5ca46114-4d0a.jpg', false],
    ['https://billeder.bilbasen.dk/bilinfo/../secret.jpg', false],
    ['https://a:b@billeder.bilbasen.dk/bilinfo/5ca46114-4d0a.jpg', false],
    ['https://billeder.bilbasen.dk:444/bilinfo/5ca46114-4d0a.jpg', false],
  ])('isPhotoAddress of %s is %s', (address, expected) => {
    expect(bilbasen.isPhotoAddress(address)).toBe(expected);
  });
});
