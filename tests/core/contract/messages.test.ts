import { describe, expect, it, test } from 'vitest';
import { maxReceives, messageId, readMailRefusal, retryWaitSeconds } from '#core/contract/messages.ts';

const told = (type: string, more: object = {}) =>
  readMailRefusal({ 'detail-type': type, detail: { mail: { tags: { person: ['anna-1'] } }, ...more } });

describe('messageId', () => {
  it('a message id is a text of 1 to 200 whole characters', () => {
    const isId = (id: unknown) => messageId.safeParse(id).success;
    expect([isId('a'), isId('é'.repeat(200))]).toEqual([true, true]);
    expect(['', 'a'.repeat(201), 'a\ud800', 7, null].map(isId)).toEqual([false, false, false, false, false]);
  });
});

describe('readMailRefusal', () => {
  it('a complaint blocks the address of the person who complained', () => {
    expect(told('Email Complaint Received')).toEqual({ userId: 'anna-1', block: 'complained' });
  });

  it('a permanent bounce blocks the address, a full mailbox does not', () => {
    expect(told('Email Bounced', { bounce: { bounceType: 'Permanent' } })).toEqual({
      userId: 'anna-1',
      block: 'bounced',
    });
    expect(told('Email Bounced', { bounce: { bounceType: 'Transient' } })).toBeNull();
    expect(told('Email Bounced')).toBeNull();
  });

  it('other mail events, and events without a person, block nobody', () => {
    expect(told('Email Delivered')).toBeNull();
    expect(told('Email Complaint Received', { mail: { tags: { person: [] } } })).toBeNull();
    expect(told('Email Complaint Received', { mail: { tags: { person: ['not/an/id'] } } })).toBeNull();
  });
});

test('a message waits longer after each try, and not at all after its last', () => {
  const waits = Array.from({ length: maxReceives + 1 }, (_, tries) => retryWaitSeconds(tries + 1));
  expect(waits).toEqual([15, 30, 60, 90, 0, 0]);
});
