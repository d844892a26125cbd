import { describe, expect, it, test } from 'vitest';
import type { Card } from '#core/car/card.ts';
import { mostAddresses, sitemap } from '#core/page/sitemap.ts';
import { staticPages } from '#core/page/static-pages.ts';
import { makeCard } from '#tests/support/make-car.ts';

const origin = 'https://bilfund.example';
const addressesOf = (xml: string | null) =>
  [...xml!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
const listed = staticPages.filter((page) => page.isListed).length;
const many = (count: number) => Array.from({ length: count }, (_, index) => makeCard({ id: String(index) }));

describe('the map of the site', () => {
  it('names the static pages in both languages, then the open cars with their last change', () => {
    const xml = sitemap([makeCard({ id: '7', updatedAt: '2026-11-20T09:00:00.000Z' })], origin, null)!;
    expect(addressesOf(xml)).toEqual([
      ...staticPages.filter((page) => page.isListed).map(({ path }) => origin + path),
      `${origin}/car/7`,
    ]);
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<urlset xmlns="http:\/\/www\.sitemaps\.org/,
    );
    expect(xml).toContain(`<loc>${origin}/car/7</loc><lastmod>2026-11-20</lastmod>`);
    expect(xml).toContain(`hreflang="da" href="${origin}/?view=faq&amp;lang=da"`);
    expect(xml).toContain(`hreflang="da" href="${origin}/?lang=da"`);
  });

  it('leaves out what a visitor may not know of or cannot buy', () => {
    const others: Partial<Card>[] = [
      { deal: 'amazing' },
      { availability: 'gone' },
      { availability: 'sold' },
      { availability: 'pending' },
      { ownerId: 'somebody' },
    ];
    expect(addressesOf(sitemap(others.map(makeCard), origin, null))).toHaveLength(listed);
  });

  it('is a list of pages when there are too many addresses for one file, each of which is in exactly one', () => {
    const cards = many(mostAddresses + 5);
    const index = sitemap(cards, origin, null)!;
    expect(index).toContain('<sitemapindex');
    expect(addressesOf(index)).toEqual([`${origin}/sitemap.xml?page=1`, `${origin}/sitemap.xml?page=2`]);
    const pages = [1, 2].map((page) => sitemap(cards, origin, page)!);
    const all = pages.flatMap(addressesOf);
    expect(all).toHaveLength(cards.length + listed);
    expect(new Set(all).size).toBe(all.length);
    for (const page of pages) expect(page.length).toBeLessThan(5_500_000);
    expect(sitemap(cards, origin, 3)).toBeNull();
  });
});

test('a page that is there before the app runs is named after its address', () => {
  for (const { name, path } of staticPages)
    expect(name).toBe(path === '/' ? 'home' : path.replace(/^\/(?:\?view=)?/, ''));
});
