import { afterAll, describe, expect, it } from 'vitest';
import { makeListing } from '#tests/support/make-car.ts';
import { password } from '#tests/support/payment-world.ts';
import { type Leaver, startErasureWorld } from './erasure-world.ts';

const world = await startErasureWorld();
const table = await import('#functions/platform/table.ts');
const keys = await import('#functions/platform/keys.ts');
const jobs = await import('#functions/imports/job-store.ts');
const settling = await import('#functions/imports/finish-import.ts');
const sockets = await import('#functions/live/sockets.ts');
const drafts = await import('#functions/imports/draft-store.ts');
const { rateWorker: rate } = await import('#functions/imports/workers.ts');
afterAll(() => world.close());

/** A person with a plan, a running import, an open socket and a thousand things more. */
async function richPerson(): Promise<{ person: Leaver; jobId: string; pageId: string }> {
  const person = world.newPerson();
  await world.pay((await person.subscribe('premium_monthly')).body.url);
  const jobId = await world.startImport(person);
  const pageId = await world.startImport(person, 'page');
  await drafts.addDraft(pageId, 'c2', 'described', makeListing({ id: 'c2', title: person.id }), Date.now());
  await sockets.addSocket(person.id, `socket-${person.id}`, Date.now());
  const at = world.now().toISOString();
  const { userKeys } = keys;
  for (let from = 0; from < 1000; from += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const carId = `car-${from + i}`;
        return i % 2 === 0
          ? table.putItem({ ...userKeys.star(person.id, carId), kind: 'STAR', carId, at })
          : table.putItem({
              ...userKeys.discovery(person.id, carId),
              kind: 'MATCH',
              carId,
              jobId,
              discoveredAt: at,
            });
      }),
    );
  return { person, jobId, pageId };
}

async function exportAll(person: Leaver): Promise<Record<string, Record<string, unknown>[]>> {
  const all: Record<string, Record<string, unknown>[]> = {};
  let after: string | null | undefined;
  do {
    const { status, body } = await person.export(after ? { after } : {});
    expect(status).toBe(200);
    for (const [kind, items] of Object.entries(body.items)) all[kind] = [...(all[kind] ?? []), ...items];
    after = body.next;
  } while (after);
  return all;
}

describe('an export', () => {
  it('an export contains everything stored about the person, in no internal form', async () => {
    const { person } = await richPerson();
    const stored = await table.queryPartition(keys.userKeys.partition(person.id));
    const items = await exportAll(person);
    const told = stored.filter(({ kind }) => kind !== 'SOCKET' && kind !== 'IDEM');
    expect(Object.values(items).flat()).toHaveLength(told.length);
    expect(items.star).toHaveLength(500);
    expect(items.match).toHaveLength(500);
    expect(items.star![0]).toEqual({ carId: expect.any(String), at: expect.any(String) });
    expect(items.plan).toMatchObject([{ plan: { type: 'premium_monthly' } }]);
    expect(items.history).toHaveLength(2);
    expect(items.history![0]).toMatchObject({ search_url: 'https://x.example', status: 'started' });
    expect(items.customer).toMatchObject([{ customerId: expect.stringMatching(/^cus_/) }]);
    expect(JSON.stringify(items)).not.toMatch(/USER#|gsi\d|"(pk|sk|kind|ttl|version)":/);
  });

  it("an export contains the caller's data only, whatever position it is asked to continue from", async () => {
    const [person, stranger] = [world.newPerson(), world.newPerson()];
    const { sealPlace } = await import('#functions/accounts/sign-in.ts');
    const own = await sealPlace(person.id, 'READER#STAR#car-1');
    expect((await person.export({ after: own })).status).toBe(200);
    expect((await stranger.export({ after: own })).status).toBe(400);
    const plain = Buffer.from('READER#STAR#car-1').toString('base64url');
    for (const bad of ['', '%%%', '[]', '{}', '../', '\0', 'AAAA', plain])
      expect((await person.export({ after: bad })).status, bad).toBe(400);
    expect((await stranger.export({ userId: person.id })).status).toBe(403);
  });
});

describe('erasing an account', () => {
  it('an erasure removes a thousand items and ends the subscription, and late events write nothing', async () => {
    const { person, jobId, pageId } = await richPerson();
    const customerId = (await world.customerId(person.id))!;
    const job = (await jobs.getJob(jobId))!;
    const events = (await world.client.events.list({ limit: 100 })).data.filter((event) =>
      JSON.stringify(event.data.object).includes(customerId),
    );
    expect(events.length).toBeGreaterThan(3);

    const answer = await person.erase();
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    await world.settled();
    expect(await world.namingBesidesMark(person.id)).toEqual([]);
    expect(await world.namingBesidesMark(customerId)).toEqual([]);
    expect(world.users.find(person.id)).toBeUndefined();
    expect(await world.client.customers.retrieve(customerId)).toMatchObject({ deleted: true });
    const { data } = await world.client.subscriptions.list({ customer: customerId, status: 'all' });
    expect(data.map(({ status }) => status)).toEqual(['canceled']);

    for (const event of events) {
      const object = event.data.object as unknown as Record<string, unknown>;
      const again = await world.deliver({ id: `${event.id}late`, type: event.type, object });
      expect(again.status).toBe(200);
    }
    await settling.settleImport(job, world.now().toISOString());
    const message = { type: 'rate', jobId: pageId, carId: 'c2', requestId: 'late-message' };
    const record = {
      messageId: 'm',
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: '1' },
    };
    expect(await rate({ Records: [record] } as never)).toEqual({ batchItemFailures: [] });
    await world.reconcile();
    expect(await world.namingBesidesMark(person.id)).toEqual([]);
  });

  it("an erasure deletes the photos of the person's own cars and keeps equal ones of others", async () => {
    const [person, other] = [world.newPerson(), world.newPerson()];
    const kept = [...(await world.storePhotos(3, null)), ...(await world.storePhotos(3, other.id))];
    const own = await world.storePhotos(4, person.id);
    expect(world.storedPhotos()).toEqual(expect.arrayContaining([...own, ...kept]));
    expect((await person.erase()).status).toBe(200);
    expect(world.storedPhotos().toSorted()).toEqual(kept.toSorted());
    // An import that was under way stores one more behind our back.
    await world.storePhotos(1, person.id);
    await world.finishErasures();
    expect(world.storedPhotos().toSorted()).toEqual(kept.toSorted());
  });

  it("an erasure unlinks the person's searches, whose links expire within thirty days", async () => {
    const person = world.newPerson();
    const words = `https://x.example/?query=rare-words-of-${person.id}`;
    const now = world.now();
    const { startSearch } = await import('#functions/searches/change-searches.ts');
    await world.startImport(person, 'scrape', words);
    await startSearch({
      userId: person.id,
      limit: 1,
      now,
      id: 'followed-once',
      href: words,
      name: null,
    });
    expect((await person.erase()).status).toBe(200);
    const left = await world.itemsNaming(words);
    expect(left.map(({ kind }) => kind).sort()).toEqual(['JOB', 'LINK', 'LINK']);
    const inThirtyDays = now.getTime() / 1000 + 30 * 86_400;
    for (const item of left) {
      expect(item.ttl, String(item.kind)).toBeLessThanOrEqual(inThirtyDays);
      expect(JSON.stringify({ ...item, href: '' })).not.toContain(person.id);
    }
  });

  it('an erasure requires the password', async () => {
    const person = world.newPerson();
    await world.pay((await person.buy('unlock_price')).body.url);
    const answer = await person.erase(`not the ${password}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_credentials' } });
    expect(await person.access()).toMatchObject({ seesEstimates: true });
    expect(world.users.find(person.id)).toBeDefined();
  });

  it('an erasure limits password attempts as signing in does', async () => {
    const person = world.newPerson();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await person.erase('guess')).status);
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
    expect(world.users.find(person.id)).toBeDefined();
  });

  it('an event during an erasure writes nothing', async () => {
    const person = world.newPerson();
    await world.pay((await person.subscribe('premium_monthly')).body.url);
    const { syncPlan } = await import('#functions/payments/plan.ts');
    const customerId = (await world.customerId(person.id))!;
    const facts = await world.provider.readFacts(customerId);
    let isErased = false;
    const slow = {
      ...world.provider,
      readFacts: async () => {
        if (!isErased) await person.erase();
        isErased = true;
        return facts;
      },
    };
    expect(await syncPlan(slow, { userId: person.id, customerId })).toBe('erased');
    expect(await world.namingBesidesMark(person.id)).toEqual([]);
  });

  it("an erasure is completed two hours later, when none of the person's requests can write any more", async () => {
    const person = world.newPerson();
    await person.erase();
    const star = { ...keys.userKeys.star(person.id, 'late'), kind: 'STAR', carId: 'late', at: '' };
    await table.putItem(star);
    await world.finishErasures();
    expect(await world.namingBesidesMark(person.id)).toEqual([]);
    await table.putItem(star);
    await world.advanceDays(0.1);
    await world.finishErasures();
    const mark = await table.getItem(keys.erasedKey(person.id));
    expect(mark).toMatchObject({ kind: 'ERASED', userId: person.id });
    expect(mark).not.toHaveProperty('gsi2pk');
    expect(await world.namingBesidesMark(person.id)).toEqual([]);
    await table.putItem(star);
    await world.finishErasures();
    expect(await world.namingBesidesMark(person.id)).toHaveLength(1);
  });
});
