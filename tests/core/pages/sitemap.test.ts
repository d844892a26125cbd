import { describe, expect, it, test } from 'vitest';
import type { Card } from '#core/cars/card.ts';
import { mostAddresses, sitemap, staticPages } from '#core/pages/site.ts';
import { makeCard } from '#tests/support/make-car.ts';

const origin = 'https://bilfund.example';
const addressesOf = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
const listed = staticPages.filter((page) => page.isListed).length;
const many = (count: number) => Array.from({ length: count }, (_, index) => makeCard({ id: String(index) }));

describe('sitemap', () => {
  it('the sitemap lists static pages in both languages, then open cars with their last change', () => {
    const xml = sitemap([makeCard({ id: '7', updatedAt: '2026-11-20T09:00:00.000Z' })], origin).whole;
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

  it('the sitemap leaves out cars that a visitor may not see or cannot buy', () => {
    const others: Partial<Card>[] = [
      { deal: 'amazing' },
      { availability: 'gone' },
      { availability: 'sold' },
      { availability: 'pending' },
      { ownerId: 'somebody' },
    ];
    expect(addressesOf(sitemap(others.map(makeCard), origin).whole)).toHaveLength(listed);
  });

  it('the sitemap is split into pages when it has too many addresses, each in exactly one', () => {
    const cards = many(mostAddresses + 5);
    const { whole: index, pages } = sitemap(cards, origin);
    expect(index).toContain('<sitemapindex');
    expect(addressesOf(index)).toEqual([`${origin}/sitemap.xml?page=1`, `${origin}/sitemap.xml?page=2`]);
    const all = pages.flatMap(addressesOf);
    expect(all).toHaveLength(cards.length + listed);
    expect(new Set(all).size).toBe(all.length);
    for (const page of pages) expect(page.length).toBeLessThan(5_500_000);
    expect(pages).toHaveLength(2);
  });
});

test('each static page is named after its address', () => {
  for (const { name, path } of staticPages)
    expect(name).toBe(path === '/' ? 'home' : path.replace(/^\/(?:\?view=)?/, ''));
});
