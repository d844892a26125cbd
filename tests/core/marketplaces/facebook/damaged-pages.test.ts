import { describe, expect, test } from 'vitest';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { pageFailureClasses } from '#core/marketplaces/marketplace.ts';
import { createRandom } from '#demo/cars/random.ts';
import type { CorpusAd, CorpusPage } from '#tests/fixtures/corpus/page-spec.ts';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';
import { damages } from '#tests/support/damage-page.ts';
import { manyCasesMs, takesAllCases } from '#tests/support/extent.ts';

/** Pages whose data and cards agree; otherwise either could be right when the other is lost. */
const pages = corpusPages.filter(({ name }) => !name.includes('from before'));
const casesOfEach = (takesAllCases ? 5000 : 500) / Object.keys(damages).length;
const doubting = ['placeholder_price', 'leasing'] as const;

type Read = ReturnType<typeof parsePage>['listings'][number];

/** A price or mileage that was read without doubt and differs from the page; null if there is none. */
function takenWrongly(read: Read, { title, says }: CorpusAd): string | null {
  const price = read.price && `${read.price.amount} ${read.price.currency}`;
  const isDoubted = doubting.some((flag) => read.flags.includes(flag));
  if (price !== null && price !== says.price && !isDoubted) return `${title}: ${price} for ${says.price}`;
  const km = read.mileage?.km ?? null;
  const isMileageDoubted = read.flags.includes('doubtful_mileage');
  if (km !== null && String(km) !== says.km && !isMileageDoubted) return `${title}: ${km} km for ${says.km}`;
  return null;
}

function wrongly(page: CorpusPage, html: string): string[] {
  const read = parsePage({ ...page, html });
  if (read.failure && !pageFailureClasses.includes(read.failure.class)) return [read.failure.class];
  return read.listings.flatMap((listing) => {
    const ad = page.ads.find(({ id }) => id === listing.id);
    return (ad && takenWrongly(listing, ad)) ?? [];
  });
}

describe('damaged Facebook pages', () => {
  test.each(Object.keys(damages))(
    'a page %s makes nothing throw and gives no wrong price or mileage',
    (kind) => {
      const random = createRandom(2026, kind);
      const found: string[] = [];
      for (let nth = 0; nth < casesOfEach; nth++) {
        const page = random.pick(pages);
        found.push(
          ...wrongly(page, damages[kind]!(page.html, random)).map((what) => `${page.name}: ${what}`),
        );
      }
      expect(found).toEqual([]);
    },
    manyCasesMs,
  );

  test('the test notices a wrong price', () => {
    const page = pages.find(
      ({ name }) => name.startsWith('golfs: data without') || name.startsWith('golfs: data and'),
    )!;
    expect(wrongly(page, page.html)).toEqual([]);
    expect(wrongly(page, page.html.replaceAll('84.900', '14.900').replaceAll('84900', '14900'))).toHaveLength(
      1,
    );
  });
});
