import type { LocalCloud } from 'local-cloud/cloud-options.ts';
import { describe, expect, it } from 'vitest';
import { codeMail } from '#core/accounts/code-mail.ts';
import { mailAt, mailHeaders } from '#local/control/control-server.ts';

const head = '<head></head>';
const mails = [{ id: 8, html: '<p>second</p>' }, { id: 7, html: `${head}<p>first</p>` }, { id: 6 }];
const cloud = { outbox: { list: () => mails } };
const at = (path: string) => mailAt(cloud as unknown as LocalCloud, path);

describe('a mail on the control page', () => {
  it('the control page finds a mail by its number only', () => {
    expect(at('/_local/mail/8')).toBe('<p>second</p>');
    for (const path of ['/_local/mail/6', '/_local/mail', '/_local/mail/-1', '/_local/mail/8/x'])
      expect(at(path)).toBeNull();
  });

  it('the control page shows a mail in light or dark colours', () => {
    const { html } = codeMail('confirm', {
      language: 'da',
      origin: 'https://bilfund.example',
      code: '1',
      operator: null,
    });
    mails.push({ id: 5, html });
    expect(at('/_local/mail/5')).toContain('@media (prefers-color-scheme:dark){.paper');
    expect(at('/_local/mail/5/dark')).toContain('@media all{.paper');
    expect(at('/_local/mail/5/light')).toContain('@media not all{.paper');
    expect(at('/_local/mail/5/red')).toBeNull();
  });

  it('links of a mail open beside it, as in a mail program', () => {
    expect(at('/_local/mail/7')).toBe('<head><base target="_blank"></head><p>first</p>');
    expect(mailHeaders['content-security-policy']).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox;/,
    );
  });

  it('a shown mail runs no script and loads nothing from elsewhere', () => {
    expect(mailHeaders['content-security-policy']).not.toMatch(/script/);
    expect(mailHeaders['content-security-policy']).toContain(
      "; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; ",
    );
  });
});
