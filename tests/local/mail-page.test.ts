import type { EmbeddedCloud } from 'embedded-cloud/cloud-options.ts';
import { describe, expect, it } from 'vitest';
import { mailAt, mailHeaders } from '#local/control/mail-page.ts';

/** The outbox names the newest mail first. */
const cloud = { outbox: { list: () => [{ html: '<p>second</p>' }, { html: '<p>first</p>' }] } };
const at = (path: string) => mailAt(cloud as unknown as EmbeddedCloud, path);

describe('a mail on the control page', () => {
  it('is found by its place among all that were sent, and nothing else is', () => {
    expect(at('/_local/mail/0')).toBe('<p>first</p>');
    expect(at('/_local/mail/1')).toBe('<p>second</p>');
    for (const path of ['/_local/mail/2', '/_local/mail', '/_local/mail/-1', '/_local/mail/0/x'])
      expect(at(path)).toBeNull();
  });

  it('runs no script and loads nothing from elsewhere', () => {
    expect(mailHeaders['content-security-policy']).toMatch(/^sandbox; default-src 'none'; img-src 'self';/);
  });
});
