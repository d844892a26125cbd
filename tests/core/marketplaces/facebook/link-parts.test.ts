import { describe, expect, test } from 'vitest';
import { readLink } from '#core/marketplaces/links.ts';

function hrefOf(raw: string): string {
  const result = readLink(raw);
  if (!result.ok) throw new Error(`${result.code} for ${raw}`);
  return result.link.href;
}

describe('the parts of a Facebook link', () => {
  test('every parameter that the marketplace understands is kept', () => {
    const words = ['query', 'make', 'model', 'carType', 'vehicleBodyType', 'topLevelVehicleType'];
    const codes = ['transmissionType', 'fuelType', 'vehicleFuelType', 'sellerType', 'itemCondition'];
    const orders = ['deliveryMethod', 'availability', 'sortBy', 'exact'];
    const bounds = ['minPrice', 'maxPrice', 'minYear', 'maxYear', 'minMileage', 'maxMileage'];
    const figures = ['daysSinceListed', 'radius', 'radiusKM', 'latitude', 'longitude', 'category_id'];
    const given = [...words, ...codes, ...orders, ...bounds, ...figures].map((name): [string, string] => [
      name,
      '12',
    ]);
    const asked = new URL(
      hrefOf(`https://www.facebook.com/marketplace/odense/search?${new URLSearchParams(given)}`),
    );
    expect([...asked.searchParams].toSorted()).toEqual([...given, ['locale', 'en_US']].toSorted());
  });

  test('a value keeps a hundred characters, a link 2,048', () => {
    const link = (query: string) => `https://www.facebook.com/marketplace/odense/search?query=${query}`;
    expect(hrefOf(link('x'.repeat(101)))).toBe(`${link('x'.repeat(100))}&locale=en_US`);
    const room = 2048 - link('').length;
    expect(readLink(link('x'.repeat(room))).ok).toBe(true);
    expect(readLink(link('x'.repeat(room + 1))).ok).toBe(false);
  });

  test.each([
    ...['item', 'category', 'search', 'you', 'create', 'inbox', 'profile', 'notifications'],
    ...['selling', 'buying'],
  ])('%s is a page of the site, not a town', (slug) => {
    for (const path of [`${slug}/vehicles/x`, slug === 'category' ? `${slug}/bikes` : `${slug}/cars`])
      expect(readLink(`https://www.facebook.com/marketplace/${path}`)).toMatchObject({
        code: 'link_unsupported_path',
      });
  });

  test('each reason for refusal has a text of its own', () => {
    const told = [
      '',
      'golf',
      'https://example.com',
      'https://facebook.com/marketplace',
      'facebook.com/groups',
    ]
      .concat('https://facebook.com/friends')
      .map((raw) => readLink(raw))
      .map((result) => (result.ok ? null : result.message));
    expect(told.every((sentence) => /^[A-Z].+\.$/.test(sentence ?? ''))).toBe(true);
    expect(new Set(told).size).toBe(told.length);
  });
});
