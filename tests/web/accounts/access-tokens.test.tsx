import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { AccessTokens } from '../../../web/src/accounts/access-tokens.tsx';

const token = {
  id: 'abcdefghijkl',
  name: 'My script',
  scopes: ['read'],
  created_at: '2026-11-01T10:00:00.000Z',
  ends_at: '2999-12-01T10:00:00.000Z',
  last_used_on: '2026-11-20',
};
const listKey = 'GET /api/tokens';
const createKey = 'POST /api/tokens';
const revokeKey = 'DELETE /api/tokens/abcdefghijkl';
const listed = (...tokens: object[]) => ({ body: { tokens, limit: 20 } });
const secret = 'bf_anna.abcdefghijkl.secret';

beforeEach(signIn);

const show = (language: 'en' | 'da' = 'en') => renderApp(<AccessTokens />, { language });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the access tokens of the profile', () => {
  it.each([
    ['en', 'You have no access tokens.'],
    ['da', 'Du har ingen adgangsnøgler.'],
  ] as const)('say in %s that there are none', async (language, words) => {
    stubService({ [listKey]: listed() });
    show(language);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('are listed with what they may do, their end and their last use', async () => {
    stubService({ [listKey]: listed(token, { ...token, id: 'b', name: 'Other', last_used_on: null }) });
    show();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first!.textContent).toContain('Read cars and ratings, and your own stars, notes and searches');
    expect(first!.textContent).toContain('Last used on');
    expect(second!.textContent).toContain('Not used yet');
  });

  it('that have ended are shown as such', async () => {
    stubService({ [listKey]: listed({ ...token, ends_at: '2026-11-02T10:00:00.000Z' }) });
    show();
    expect((await screen.findByRole('listitem')).textContent).toContain('Ended on');
  });

  it('show a new token once, with a button that copies it', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const requests = stubService({
      [listKey]: listed(),
      [createKey]: { status: 201, body: { token: secret, details: token } },
    });
    show();
    await screen.findByText('You have no access tokens.');
    press('New token');
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'My script' } });
    fireEvent.click(dialog.getByLabelText('Send pages and read the ratings of their ads'));
    fireEvent.change(dialog.getByLabelText('Valid for'), { target: { value: '90' } });
    press('Create token');
    expect(await screen.findByText(secret)).toBeTruthy();
    expect(requests.find(({ key }) => key === createKey)?.body).toEqual({
      name: 'My script',
      scopes: ['read', 'pages'],
      days: 90,
    });
    press('Copy');
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(copied).toHaveBeenCalledWith(secret);
    press('Close');
    expect(screen.queryByText(secret)).toBeNull();
  });

  it('are made with a name and a right only', async () => {
    stubService({ [listKey]: listed() });
    show();
    press('New token');
    const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create token' });
    expect(create().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'x' } });
    expect(create().disabled).toBe(false);
    fireEvent.click(screen.getByLabelText('Read cars and ratings, and your own stars, notes and searches'));
    expect(create().disabled).toBe(true);
  });

  it('are revoked after a question', async () => {
    const requests = stubService({ [listKey]: listed(token), [revokeKey]: { body: { ok: true } } });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke My script' }));
    expect(requests.some(({ key }) => key === revokeKey)).toBe(false);
    press('Revoke');
    await waitFor(() => expect(requests.some(({ key }) => key === revokeKey)).toBe(true));
  });
});
