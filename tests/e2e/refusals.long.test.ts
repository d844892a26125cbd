import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFailureClasses } from '#core/contract/routes/imports.ts';
import {
  type DemoLink,
  demoLinks,
  newEmail,
  type Person,
  type Product,
  signUp,
  startProduct,
} from '#tests/support/product.ts';
import { importFailures as da } from '../../web/src/i18n/da/imports.ts';
import { importFailures as en } from '../../web/src/i18n/en/imports.ts';

let product: Product;
let links: DemoLink[];

beforeAll(async () => {
  product = await startProduct({ empty: true });
  links = (await demoLinks(product.url)).filter((link) => link.failureClass !== undefined);
});
afterAll(() => product?.remove());

type History = { history: { id: string; error_code: string; error_message: string }[] };

async function refuse(link: DemoLink, person: Person): Promise<void> {
  const before = await person.usage();
  const { status, body } = await person.ask<{ jobId: string; id: string }>('POST', '/scrape', {
    url: link.url,
  });
  expect([link.title, status]).toEqual([link.title, 202]);
  const end = await person.importEnd(body.jobId);
  expect([link.title, end.failure]).toEqual([link.title, link.failureClass]);
  expect((await person.usage()).scrapes_used).toBe(before.scrapes_used);
  const { body: list } = await person.ask<History>('GET', `/api/scrape-history/${person.id}`);
  expect(list.history.find((row) => row.id === body.id)).toMatchObject({ error_code: link.failureClass });
  const source = link.kind === 'dba' ? 'dba' : 'facebook';
  const failureClass = link.failureClass as keyof ReturnType<typeof en>;
  const [english, danish] = [en(source)[failureClass], da(source)[failureClass]];
  expect(english).toBeTruthy();
  expect(danish).toBeTruthy();
  expect(danish).not.toBe(english);
  expect(`${english} ${danish}`).not.toContain(source === 'dba' ? 'Marketplace' : 'DBA');
}

describe('an import that the marketplace refuses', () => {
  it('the demo has a link for every failure class that a page can show', () => {
    const shown = new Set(links.map((link) => link.failureClass));
    // Ours, a line that is down, and what no page shows: an hour's budget.
    const unseen = ['internal', 'network', 'budget_spent'];
    const expected = importFailureClasses.filter((each) => !unseen.includes(each));
    expect(expected.filter((each) => !shown.has(each))).toEqual([]);
  });

  // Each by a person of its own, all at once: most of the time a refused visit waits before it asks again.
  it('a refused import is explained by its failure class in both languages and not charged', async () => {
    const ofFirst = links.filter(({ kind }) => kind === 'failure');
    const longestFirst = ofFirst.toSorted(
      (a, b) => Number(b.failureClass === 'timeout') - Number(a.failureClass === 'timeout'),
    );
    await Promise.all(
      longestFirst.map(async (link, place) =>
        refuse(link, await signUp(product, newEmail(`refused-${place}`))),
      ),
    );
  });

  // One after the other, as DBA is asked: no more people may sign up from one address in an hour.
  it('a refused DBA import is explained by its failure class and not charged', async () => {
    const person = await signUp(product, newEmail('refused-by-dba'));
    const ofDba = links.filter(({ kind }) => kind === 'dba');
    expect(ofDba.length).toBeGreaterThanOrEqual(6);
    for (const link of ofDba) await refuse(link, person);
  });
});
