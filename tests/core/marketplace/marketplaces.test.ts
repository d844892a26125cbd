import { describe, expect, it } from 'vitest';
import { describeLink } from '#core/marketplace/describe-link.ts';
import { marketplaceIds, shortNames } from '#core/marketplace/marketplace-id.ts';
import { marketplaceOf, marketplaces } from '#core/marketplace/marketplaces.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import { sourceOfHref } from '#core/marketplace/source-of-href.ts';

describe.each(marketplaceIds)('the marketplace %s', (id) => {
  const marketplace = marketplaceOf(id);

  it('stands in the list under its own id', () => {
    expect(marketplace.id).toBe(id);
    expect(marketplaces).toContain(marketplace);
  });

  it('has addresses of ads that are read back as its ads among all marketplaces', () => {
    const address = marketplace.itemAddress('4711');
    const read = readLink(address);
    expect(read).toMatchObject({ ok: true, link: { source: id, kind: 'item', itemId: '4711' } });
  });

  it('is known again by the addresses of its ads and its home', () => {
    for (const address of [marketplace.itemAddress('471199'), `${marketplace.home.replace(/\/$/, '')}/`])
      expect(sourceOfHref(address)).toBe(id);
  });

  it('has a name for its home, which needs no language', () => {
    expect(describeLink(marketplace.home)).toBe(shortNames[id]);
  });

  it('tells a refusal by its status, and nothing by one that is none', () => {
    expect(marketplace.parseRefusal(429)).toMatchObject({
      kind: 'failure',
      failure: { class: 'rate_limited' },
    });
    expect(marketplace.parseRefusal(404)).toBeNull();
  });
});
