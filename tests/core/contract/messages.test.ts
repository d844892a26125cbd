import { describe, expect, it } from 'vitest';
import { readMailRefusal } from '#core/contract/messages.ts';

const told = (type: string, more: object = {}) =>
  readMailRefusal({ 'detail-type': type, detail: { mail: { tags: { person: ['anna-1'] } }, ...more } });

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
