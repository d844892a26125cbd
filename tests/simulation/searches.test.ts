import { afterEach, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';

const world = await worldOfFile();
const person = await loadPeople();
const searches = await loadSearches(world);
const { queryAll } = await import('#functions/platform/table.ts');
const { userKeys } = await import('#functions/platform/keys.ts');
const { ad, search } = world.marketplace;
afterEach(() => searches.endAll());

const visitsOf = (href: string) =>
  world.marketplace.visits.searches.filter((visited) => visited === href).length;
const discovered = async (id: string) => (await person(id).list({ view: 'discovered' })).body.totalCount;
/** Cars that somebody's searches found and that they are told of. */
const toldOf = async (id: string) =>
  (await queryAll(userKeys.partition(id), 'FOUND#')).flatMap(({ carIds }) => carIds as string[]).length;
const automaticRows = async (id: string) =>
  (await person(id).history()).filter((row) => row.scrape_type === 'automatic');

describe('a car that its search no longer shows', () => {
  const dayMs = 24 * 3_600_000;

  /** A search that showed three cars a day ago and shows another one now. */
  async function moveOn(query: string, follower: string) {
    const [sold, cheaper, kept, shown] = [ad(), ad(), ad(), ad()];
    const link = search(query, [[sold, cheaper, kept]]);
    await searches.follow(follower, link);
    await searches.passHour();
    search(query, [[shown]]);
    await searches.passHour();
    return { link, sold, cheaper, kept };
  }
  const carOf = async ({ id }: Listing) => {
    const { getCar, knownCarId } = await import('#functions/cars/store.ts');
    return (await getCar((await knownCarId({ source: 'facebook', id }))!, null))!.car;
  };
  const opened = (from: number) =>
    world.marketplace.visits.items.slice(from).map((href) => href.replace('?locale=en_US', ''));

  it('is not opened again while it was seen within a day', async () => {
    const from = world.marketplace.visits.items.length;
    const { sold, cheaper, kept } = await moveOn('seen-lately', 'again-lately');
    await searches.passHour();
    for (const each of [sold, cheaper, kept])
      expect(opened(from).filter((href) => href === each.itemUrl)).toHaveLength(1);
  });

  it('is opened after a day, two an hour, and its end and its price are learned', async () => {
    const { sold, cheaper, kept } = await moveOn('moved-on', 'again-after');
    world.marketplace.items.set(sold.itemUrl, refusal('listing_removed'));
    world.marketplace.items.set(cheaper.itemUrl, { ...cheaper, price: { amount: 120_000, currency: 'DKK' } });
    world.advance(dayMs);
    const from = world.marketplace.visits.items.length;
    await searches.passHour();
    expect(opened(from)).toHaveLength(2);
    for (let hour = 0; hour < 3; hour++) await searches.passHour();
    expect(await carOf(sold)).toMatchObject({ availability: 'gone' });
    expect(await carOf(cheaper)).toMatchObject({ availability: 'live', priceDkk: 120_000 });
    expect(opened(from).toSorted()).toEqual(
      [sold, sold, cheaper, kept].map(({ itemUrl }) => itemUrl).toSorted(),
    );
  });

  it('is nothing new to its followers and does not count as found', async () => {
    const { link, kept } = await moveOn('old-news', 'again-first');
    await searches.follow('again-late', link);
    await searches.passHour();
    const told = [await toldOf('again-first'), await toldOf('again-late')];
    world.advance(dayMs);
    for (let hour = 0; hour < 3; hour++) await searches.passHour();
    expect((await carOf(kept)).scrapedAt > new Date(Date.now() - dayMs / 2).toISOString()).toBe(true);
    expect([await toldOf('again-first'), await toldOf('again-late')]).toEqual(told);
    expect(await searches.searchesOf('again-first')).toMatchObject([
      { last_run: { cars_found: 1, cars_new: 0 } },
    ]);
  });

  it('has its turn although the ads of others cannot be read', async () => {
    const away = Array.from({ length: 6 }, () => ad());
    const link = search('unreadable', [away]);
    await searches.follow('again-unreadable', link);
    await searches.passHour();
    search('unreadable', [[ad()]]);
    for (const { itemUrl } of away.slice(0, 2)) world.marketplace.items.set(itemUrl, refusal('login_wall'));
    world.advance(dayMs);
    const from = world.marketplace.visits.items.length;
    for (let hour = 0; hour < 12; hour++) await searches.passHour();
    const seen = new Set(opened(from));
    expect(away.filter(({ itemUrl }) => !seen.has(itemUrl))).toEqual([]);
  });

  it('is left in peace while the marketplace refuses the search', async () => {
    await moveOn('again-refused', 'again-refused');
    search('again-refused', [], { failure: refusal('checkpoint') });
    world.advance(dayMs);
    const from = world.marketplace.visits.items.length;
    await searches.passHour();
    expect(opened(from)).toEqual([]);
  });
});

describe('an hour', () => {
  it('an hour visits a link once for all followers and gives them its cars without a charge', async () => {
    const link = search('shared', [[ad(), ad()]]);
    for (const id of ['anna', 'bo', 'carl']) await searches.follow(id, link);
    await searches.passHour();
    expect(visitsOf(link)).toBe(1);
    for (const id of ['anna', 'bo', 'carl']) {
      expect(await discovered(id)).toBe(2);
      expect(await automaticRows(id)).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
      expect((await person(id).usage()).scrapes_used).toBe(0);
      expect(await searches.searchesOf(id)).toMatchObject([
        { status: 'active', last_run: { status: 'completed', cars_found: 2, cars_new: 2, failure: null } },
      ]);
    }
  });

  it('an hour starts nothing twice if its schedule fires twice', async () => {
    const link = search('twice', [[ad()]]);
    await searches.follow('dora', link);
    world.advance(3_600_000 - (Date.now() % 3_600_000));
    const time = new Date().toISOString();
    await Promise.all([searches.dispatch({ time }), searches.dispatch({ time })]);
    await searches.dispatch({ time });
    await world.run();
    expect(visitsOf(link)).toBe(1);
  });

  it('an hour brings new cars only and reads no unchanged car again', async () => {
    const [first, second] = [ad(), ad()];
    const link = search('later', [[first]]);
    await searches.follow('erik', link);
    await searches.passHour();
    const pages = world.marketplace.visits.items.length;
    search('later', [[first, second]]);
    await searches.passHour();
    expect(world.marketplace.visits.items.slice(pages)).toEqual([second.itemUrl]);
    expect(await discovered('erik')).toBe(2);
    expect((await automaticRows('erik')).map((row) => row.cars_added_count)).toEqual([1, 1]);
    await searches.passHour();
    expect(await automaticRows('erik')).toHaveLength(2);
    expect(await searches.searchesOf('erik')).toMatchObject([{ last_run: { cars_found: 2, cars_new: 0 } }]);
  });

  it('a new follower of a link gets the cars that it showed before', async () => {
    const link = search('latecomer', [[ad(), ad(), ad()]]);
    await searches.follow('freja', link);
    await searches.passHour();
    await searches.follow('gert', link);
    await searches.follow('helle', search('nobody-else', [[ad()]]));
    // Like the first who follows a link: that somebody else does is theirs.
    const [late, alone] = [await searches.searchesOf('gert'), await searches.searchesOf('helle')];
    for (const [panel] of [late, alone])
      expect(panel).toMatchObject({ last_run: null, next_run: panel!.start_time });
    await searches.passHour();
    expect(await searches.searchesOf('gert')).toMatchObject([{ last_run: { cars_found: 3 } }]);
    expect(await discovered('gert')).toBe(3);
    expect(await automaticRows('freja')).toHaveLength(1);
  });

  it("an hour's visits are spread over fifteen minutes, and the sweep lets them wait", async () => {
    const links = Array.from({ length: 12 }, (_, n) => search(`spread-${n}`, [[ad()]]));
    for (const [n, link] of links.entries()) await searches.follow(`spread-${n}`, link);
    world.advance(3_600_000 - (Date.now() % 3_600_000));
    await searches.dispatch({ time: new Date().toISOString() });
    expect(world.queues.counts('hourly').delayed).toBeGreaterThan(8);
    world.advance(60_000);
    const waiting = world.queues.counts('hourly');
    await world.sweep();
    // Nobody is reminded of a run that stands in line.
    expect(world.queues.counts('hourly')).toEqual(waiting);
    await world.run();
    for (const link of links) expect(visitsOf(link)).toBe(1);
  });

  it('an hourly run joins an import that is visiting the same link', async () => {
    const link = search('joined', [[ad()]]);
    await searches.follow('hans', link);
    world.advance(3_600_000 - (Date.now() % 3_600_000));
    await person('inga').start(link);
    await searches.dispatch({ time: new Date().toISOString() });
    await world.run();
    expect(visitsOf(link)).toBe(1);
    expect([await discovered('hans'), await discovered('inga')]).toEqual([1, 1]);
    expect([await toldOf('hans'), await toldOf('inga')]).toEqual([1, 0]);
  });

  it('cars of an import by hand are not reported as new, and those of the next hour are', async () => {
    const [first, second, third] = [ad(), ad(), ad()];
    const link = search('own-import', [[first, second]]);
    await person('oluf').start(link);
    await searches.follow('oluf', link);
    await world.run();
    expect(await person('oluf').history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    expect(await toldOf('oluf')).toBe(0);
    search('own-import', [[first, second, third]]);
    await searches.passHour();
    expect(await discovered('oluf')).toBe(3);
    expect(await toldOf('oluf')).toBe(1);
  });
});

describe('a refused search', () => {
  it('a refused search rests for one hour, then six, and then is paused until it is extended', async () => {
    const link = search('refused', [], { failure: refusal('rate_limited') });
    const { id } = await searches.follow('jens', link);
    const visits: number[] = [];
    for (let hour = 0; hour < 12; hour++) {
      await searches.passHour();
      visits.push(visitsOf(link));
    }
    expect(visits[0]).toBe(1);
    expect(visits.at(-1)).toBe(3);
    expect(visits.indexOf(3) - visits.indexOf(2)).toBeGreaterThanOrEqual(6);
    expect(await searches.searchesOf('jens')).toMatchObject([
      { status: 'paused', paused_for: 'rate_limited', next_run: null },
    ]);
    search('refused', [[ad()]]);
    expect((await searches.prolong('jens', id)).body.subscription).toMatchObject({ status: 'active' });
    await searches.passHour();
    expect(visitsOf(link)).toBe(4);
    expect(await discovered('jens')).toBe(1);
  });
});

describe('the end of a search', () => {
  it("a search's visits stop after its week", async () => {
    const link = search('week', [[ad()]]);
    await searches.follow('lene', link);
    await searches.passHour();
    world.advance(7 * 86_400_000);
    await searches.passHour();
    await searches.passHour();
    expect(visitsOf(link)).toBe(1);
    expect(await searches.searchesOf('lene')).toMatchObject([{ status: 'expired' }]);
  });

  it("a search's visits stop after a cancellation, even between dispatch and visit", async () => {
    const link = search('cancel', [[ad()]]);
    const { id } = await searches.follow('mona', link);
    world.advance(3_600_000 - (Date.now() % 3_600_000));
    await searches.dispatch({ time: new Date().toISOString() });
    await searches.cancel('mona', id);
    await world.run();
    await searches.passHour();
    expect(visitsOf(link)).toBeLessThanOrEqual(1);
    expect(await discovered('mona')).toBe(0);
  });
});
