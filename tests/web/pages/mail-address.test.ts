import { describe, expect, it } from 'vitest';
import { mailAddress } from '../../../web/src/pages/support.tsx';

describe('the mail of a support form', () => {
  it('a support mail is addressed to support with subject and body filled in', () => {
    const { pathname, searchParams } = new URL(
      mailAddress('hjaelp@olsen-biler.example', 'Bug report', ' It broke\nhere ', 'Answer to: a@b.example'),
    );
    expect(pathname).toBe('hjaelp@olsen-biler.example');
    expect(searchParams.get('subject')).toBe('Bug report');
    expect(searchParams.get('body')).toBe('It broke\r\nhere\r\n\r\nAnswer to: a@b.example');
  });

  it('typed text cannot add recipients or headers to a support mail', () => {
    const address = mailAddress(
      'hjaelp@olsen-biler.example',
      'Bug',
      'x\r\nBcc: all@example.dk&cc=other@example.dk?to=me',
      null,
    );
    expect(new URL(address).searchParams.has('cc')).toBe(false);
    expect(address.match(/[&?]/g)).toHaveLength(2);
    expect(address).not.toMatch(/[\r\n]/);
  });
});
