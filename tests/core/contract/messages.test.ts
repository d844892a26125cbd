import { describe, expect, it } from 'vitest';
import { messageId, readMailRefusal } from '#core/contract/messages.ts';

const told = (type: string, more: object = {}) =>
  readMailRefusal({ 'detail-type': type, detail: { mail: { tags: { person: ['anna-1'] } }, ...more } });

describe('the id in a message', () => {
  it('is a text of 1 to 200 whole characters', () => {
    const isId = (id: unknown) => messageId.safeParse(id).success;
    expect([isId('a'), isId('é'.repeat(200))]).toEqual([true, true]);
    expect(['', 'a'.repeat(201), 'a\ud800', 7, null].map(isId)).toEqual([false, false, false, false, false]);
  });
});

describe('what the mail service tells of our mails', () => {
  it('blocks an address whose owner complained', () => {
    expect(told('Email Complaint Received')).toEqual({ userId: 'anna-1', block: 'complained' });
  });

  it('blocks an address that refuses for good, not one whose mailbox is full', () => {
    expect(told('Email Bounced', { bounce: { bounceType: 'Permanent' } })).toEqual({
      userId: 'anna-1',
      block: 'bounced',
    });
    expect(told('Email Bounced', { bounce: { bounceType: 'Transient' } })).toBeNull();
    expect(told('Email Bounced')).toBeNull();
  });

  it('blocks nobody for other news or without a person', () => {
    expect(told('Email Delivered')).toBeNull();
    expect(told('Email Complaint Received', { mail: { tags: { person: [] } } })).toBeNull();
    expect(told('Email Complaint Received', { mail: { tags: { person: ['not/an/id'] } } })).toBeNull();
  });
});
