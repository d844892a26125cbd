import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportedKinds } from '#core/accounts/exported-item.ts';
import { lockedOffer } from '#core/alerts/alert-words.ts';
import { callRoute } from '#tests/support/call-route.ts';
import {
  canaryNow,
  leaksIn,
  type Member,
  members,
  ownLocked,
  ownOpen,
  plantCanaries,
  sharedLocked,
  sharedOpen,
} from '#tests/support/canaries.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

await worldOfFile(canaryNow);
const { exportAccountRoute: route } = await import('#functions/accounts/api.ts');
beforeAll(async () => {
  await plantCanaries();
});

type Items = Record<string, Record<string, unknown>[]>;
async function exportOf(member: Member): Promise<Items> {
  const { status, body } = await callRoute<{ items: Items; next: null }>(route, { as: member });
  expect(status).toBe(200);
  expect(body.next).toBeNull();
  return body.items;
}

describe('an export', () => {
  it.each(members)('an export contains nothing that the screens hide from: %s', async (member) => {
    expect(leaksIn(member, await exportOf(member))).toEqual([]);
  });

  it('an export for premium contains facts that the others must not see, so that the test can fail', async () => {
    expect(leaksIn('free', await exportOf('premium')).length).toBeGreaterThan(20);
  });

  it.each(members)('an export shows cars of dropped pages as their page does to: %s', async (member) => {
    const { car } = await exportOf(member);
    const open = car!.find(({ id }) => id === ownOpen[member].id);
    expect(open).toMatchObject({
      title: ownOpen[member].title,
      description: ownOpen[member].description,
      price: ownOpen[member].priceDkk,
      item_url: ownOpen[member].itemUrl,
      image_urls: [expect.stringContaining('photol')],
    });
    if (member === 'premium') expect(car).toMatchObject([{ id: ownLocked.premium.id, deal: 'amazing' }, {}]);
    else expect(car!.at(-1)).toEqual({ deal: 'amazing', locked: true });
  });

  it('an export counts stars on locked cars and names none of the cars', async () => {
    const { star, match, list, found } = await exportOf('free');
    const openIds = [...sharedOpen.map(({ id }) => id), ownOpen.free.id].sort();
    for (const marks of [star, match]) {
      expect(
        marks!
          .slice(0, 4)
          .map(({ carId }) => carId)
          .sort(),
      ).toEqual(openIds);
      expect(marks!.slice(4)).toEqual(Array.from({ length: 4 }, () => ({ deal: 'amazing', locked: true })));
    }
    expect((list![0]!.carIds as string[]).toSorted()).toEqual(openIds);
    expect(list).toMatchObject([{ name: 'Mine', locked: 4 }]);
    expect(found).toMatchObject([{ locked: 3 }]);
  });

  it('an export contains all notifications, also unsent ones, in the words of the inbox', async () => {
    const { note, pending, outgoing } = await exportOf('free');
    const closed = note!.filter(({ path }) => path === lockedOffer);
    expect(closed).toHaveLength(22);
    expect(note!.length - closed.length).toBe(19);
    expect(pending![0]!.alerts).toHaveLength(4);
    expect(outgoing![0]!.alerts).toHaveLength(41);
    const mine = JSON.stringify(await exportOf('premium'));
    for (const { id, title } of sharedLocked) {
      expect(mine).toContain(id);
      expect(mine).toContain(title);
    }
  });

  it('an export has a rule for every kind of item stored about a person', () => {
    const folder = 'functions';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const kinds = files.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\bkind'?: '([A-Z]+)'/g)].map(
        ([, kind]) => kind!,
      ),
    );
    // What stands in no person's partition.
    const notOfPeople = ['BUCKET', 'CONN', 'DRAFT', 'ERASED', 'FOLLOWER', 'JOB', 'LINK', 'OWNER', 'REGISTER'];
    // Turns of the hourly runs, and the days on which tokens were used.
    notOfPeople.push('LANE', 'TOKENUSE');
    // The ads of a page, with its import.
    notOfPeople.push('SHOWNADS');
    // By an e-mail's keyed hash, before anybody is known to be its owner or after they erased the account; their time is short.
    notOfPeople.push('ATTEMPT', 'PASSWORDMARK', 'ERASEDUSAGE');
    notOfPeople.push('SEARCHLOAD', 'SESSIONEND', 'SESSIONSEND', 'SHOWN', 'STRIPE', 'STRIPECUS', 'TICKET');
    // Ids alone, for two weeks.
    notOfPeople.push('PARKED');
    // Which car has a plate, a chassis number or looks like this, which picture is whose, how often a register was asked; and, beside
    // an ad, who is its witness: what they sent lies with them (WITNESS).
    notOfPeople.push('PLATECAR', 'LOOK', 'PICTURE', 'REGISTERCALLS', 'VINCAR', 'WITNESSOF');
    // Who typed a plate of a car: what they typed lies with them (TYPEDPLATE).
    notOfPeople.push('TYPEDPLATEOF');
    const all = [...new Set(kinds)].filter((kind) => !notOfPeople.includes(kind)).sort();
    expect([...exportedKinds].sort()).toEqual(all);
  });
});
