import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ParkedMessage } from '#core/contract/messages.ts';
import { parkedMessages, type ReplayTarget, replay } from '#lib/operations/replay.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const expired = JSON.stringify({
  'detail-type': 'search.expired',
  detail: { ownerId: 'reader', searchId: 'link', endTime: '2026-11-21T08:00:00.000Z' },
});
const ofLater = JSON.stringify({ 'detail-type': 'of.a.later.version', detail: {} });

const letter = (id: string, body: string, sentAt = '2026-11-21T08:00:00.000Z') => ({ id, body, sentAt });

let target: ReplayTarget;
const world = await worldOfFile();
const { failDeadLetter } = await import('#functions/imports/failures.ts');
beforeAll(async () => {
  target = {
    table: DynamoDBDocument.from(new DynamoDBClient({})),
    tableName: process.env.TABLE_NAME!,
    queues: new SQSClient({}),
    queueUrl: process.env.SCRAPE_QUEUE_URL!.replace('scrape', 'notify'),
  };
});

async function giveUp(...letters: ParkedMessage[]): Promise<void> {
  for (const each of letters) await failDeadLetter(each);
}
const parkedIds = async () => (await parkedMessages(target.table, target.tableName)).map(({ id }) => id);

describe('dead letters of a lane', () => {
  it('logs a lane’s dead letter, ends no import and does not park it', async () => {
    world.log.length = 0;
    const before = await parkedIds();
    await giveUp(letter('lane', JSON.stringify({ type: 'lane', lane: 0, ticket: 't', requestId: 'sweep' })));
    expect(await parkedIds()).toEqual(before);
    const told = world.log
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === 'a message was given up');
    expect(told).toEqual([expect.objectContaining({ level: 'error', type: 'lane', requestId: 'sweep' })]);
  });
});

describe('dead letters without an import', () => {
  beforeEach(async () => {
    await giveUp(letter('second', expired, '2026-11-21T09:00:00.000Z'), letter('first', expired));
  });

  it('parks a dead letter once, however often it comes, and lists the oldest first', async () => {
    await giveUp(letter('first', expired));
    expect(await parkedIds()).toEqual(['first', 'second']);
  });

  it('logs a dead letter with the command that sends it again', async () => {
    world.log.length = 0;
    await giveUp(letter('unread', 'no json'));
    const told = world.log.filter((line) => line.includes('npm run ops -- replay'));
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', type: 'unreadable', messageId: 'unread' }),
    ]);
  });

  it('sends a parked message again by its id, or all of them', async () => {
    const waiting = () => world.queues.counts('notify').visible;
    const before = waiting();
    expect((await replay(target, 'all', false)).sent).toBe(0);
    expect(await parkedIds()).toContain('first');
    const one = await replay(target, ['first', 'nowhere'], true);
    expect(one.lines).toEqual([
      'first  2026-11-21T08:00:00.000Z  search.expired  sent',
      'nowhere  is not parked',
    ]);
    expect(await parkedIds()).not.toContain('first');
    expect(waiting()).toBe(before + 1);
    await replay(target, 'all', true);
    expect(waiting()).toBe(before + 2);
  });

  it('keeps a parked message that no function could read', async () => {
    await giveUp(letter('later', ofLater), letter('unread', 'no json'));
    const { lines } = await replay(target, ['later', 'unread'], true);
    expect(lines.every((line) => line.endsWith('stays: no version of the functions reads it'))).toBe(true);
    expect(await parkedIds()).toEqual(expect.arrayContaining(['later', 'unread']));
  });

  it('does not count a dead letter as parked when the table refuses it', async () => {
    const name = process.env.TABLE_NAME;
    process.env.TABLE_NAME = 'no-such-table';
    try {
      await expect(giveUp(letter('third', expired))).rejects.toThrow();
    } finally {
      process.env.TABLE_NAME = name;
    }
    expect(await parkedIds()).not.toContain('third');
  });

  it('parks no dead letter of an erased person, and deletes those parked before with the erasure', async () => {
    const { markErased } = await import('#functions/accounts/store.ts');
    const { forgetParkedOf } = await import('#functions/platform/parked-messages.ts');
    const of = (ownerId: string) => expired.replace('"reader"', JSON.stringify(ownerId));
    await giveUp(letter('before', of('gone')), letter('other', of('gone-too')));
    await markErased({ userId: 'gone', customerId: null, erasedAt: '2026-11-21T09:30:00.000Z' });
    await forgetParkedOf('gone');
    await giveUp(letter('after', of('gone')));
    const ids = await parkedIds();
    expect(ids).toContain('other');
    expect(ids.filter((id) => id === 'before' || id === 'after')).toEqual([]);
  });

  it('takes an erased person out of a parked message of many, and deletes it with the last of them', async () => {
    const { forgetParkedOf } = await import('#functions/platform/parked-messages.ts');
    const serve = {
      type: 'serve',
      jobId: 'job',
      carIds: ['car'],
      isPaused: false,
      at: '2026-11-21T08:00:00.000Z',
    };
    await giveUp(letter('many', JSON.stringify({ ...serve, people: ['anna', 'bent', 'carl'] })));
    await Promise.all([forgetParkedOf('anna'), forgetParkedOf('bent')]);
    const [left] = (await parkedMessages(target.table, target.tableName)).filter(({ id }) => id === 'many');
    expect(JSON.parse(left!.body)).toEqual({ ...serve, people: ['carl'] });
    expect((await replay(target, ['many'], false)).lines).toEqual([
      'many  2026-11-21T08:00:00.000Z  serve  would be sent',
    ]);
    await forgetParkedOf('carl');
    expect(await parkedIds()).not.toContain('many');
  });

  it('counts a dead letter by its type, and as unreadable where the type could be any text', async () => {
    world.log.length = 0;
    const written = JSON.stringify({ 'detail-type': 'anna@mail.example', detail: {} });
    await giveUp(letter('known', expired), letter('written', written));
    const counted = world.log.map((line) => JSON.parse(line)).filter((line) => line.DeadLetters === 1);
    expect(counted.map(({ type }) => type)).toEqual(['search.expired', 'unreadable']);
    expect(world.log.join()).not.toContain('anna@');
  });

  it.each([
    ['half a character', '\\udb6f'],
    ['longer than any id', 'a'.repeat(3000)],
  ])('parks a dead letter whose owner is not a person’s id: %s', async (_, ownerId) => {
    await giveUp(letter('no-owner', expired.replace('reader', ownerId)));
    expect(await parkedIds()).toContain('no-owner');
  });

  it('parks a dead letter whose import has an impossible id', async () => {
    for (const [name, jobId] of [
      ['broken', '\\udb6f'],
      ['endless', 'a'.repeat(3000)],
      ['empty', ''],
    ])
      await giveUp(letter(`${name}-id`, `{"type":"scrape","jobId":"${jobId}","requestId":"r"}`));
    expect(await parkedIds()).toEqual(expect.arrayContaining(['broken-id', 'endless-id', 'empty-id']));
  });
});
