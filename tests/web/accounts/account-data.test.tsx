import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { AccessTokens } from '../../../web/src/accounts/access-tokens.tsx';
import { AccountData, gatherExport } from '../../../web/src/accounts/account-data.tsx';

const email = 'mette@example.dk';
const exportKey = 'GET /api/account/export';
const eraseKey = 'DELETE /api/account';
const page = (items: object, next: string | null) => ({
  body: {
    exported_at: '2026-11-21T18:00:00.000Z',
    account: { id: 'u', email, member_since: null },
    items,
    next,
  },
});

beforeEach(signIn);

function show(language: 'en' | 'da' = 'en') {
  const onErased = vi.fn();
  renderApp(<AccountData email={email} onErased={onErased} />, { language });
  return onErased;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the export', () => {
  it('the export collects every page in one file', async () => {
    const pages = [page({ STAR: [{ carId: 'a' }] }, 'k1'), page({ STAR: [{ carId: 'b' }], JOB: [{}] }, null)];
    const requests = stubService({ [exportKey]: () => pages.shift()! });
    const whole = await gatherExport();
    expect(whole.items).toEqual({ STAR: [{ carId: 'a' }, { carId: 'b' }], JOB: [{}] });
    expect(whole).not.toHaveProperty('next');
    expect(requests).toHaveLength(2);
  });

  it('the export is saved as a JSON file named after its day', async () => {
    stubService({ [exportKey]: page({ PLAN: [{ type: 'free' }] }, null) });
    const saved: { name: string; blob: Blob }[] = [];
    let blob: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
      blob = object as Blob;
      return 'blob:x';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: blob! });
    });
    show();
    press('Download my data');
    expect(await screen.findByText('Your browser has the file: look among its downloads.')).toBeTruthy();
    expect(saved[0]?.name).toBe('bilfund-2026-11-21.json');
    expect(JSON.parse(await saved[0]!.blob.text())).toMatchObject({ items: { PLAN: [{ type: 'free' }] } });
  });

  it('a failed export shows an error', async () => {
    stubService({ [exportKey]: { status: 400, body: { error: 'No.', code: 'invalid_input' } } });
    show();
    press('Download my data');
    expect((await screen.findByRole('alert')).textContent).toBe('No.');
  });
});

describe('erasing the account', () => {
  const fill = (typed: string, password: string) => {
    fireEvent.change(screen.getByLabelText(`Type ${email} to confirm`), { target: { value: typed } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  };
  const last = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete everything' });

  it('deleting the account lists what is lost and needs the typed address and the password', () => {
    const requests = stubService({});
    show();
    press('Delete my account');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(2);
    for (const [typed, password] of [
      ['', ''],
      [email, ''],
      ['mette@example.d', 'secret'],
    ] as const) {
      fill(typed, password);
      expect(last().disabled, `${typed}/${password}`).toBe(true);
      fireEvent.submit(last().closest('form')!);
    }
    fill(` ${email.toUpperCase()} `, 'secret');
    expect(last().disabled).toBe(false);
    expect(requests).toEqual([]);
  });

  it('deleting the account sends the password and signs out afterwards', async () => {
    const requests = stubService({ [eraseKey]: { body: { ok: true } } });
    const onErased = show();
    press('Delete my account');
    fill(email, 'hemmelig');
    fireEvent.click(last());
    await waitFor(() => expect(onErased).toHaveBeenCalledOnce());
    expect(requests.find(({ key }) => key === eraseKey)?.body).toEqual({ password: 'hemmelig' });
  });

  it('a wrong password keeps the account and says so', async () => {
    const body = { error: 'Incorrect password.', code: 'wrong_credentials' };
    stubService({ [eraseKey]: { status: 403, body } });
    const onErased = show();
    press('Delete my account');
    fill(email, 'forkert');
    fireEvent.click(last());
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect password.');
    expect(onErased).not.toHaveBeenCalled();
    press('Keep my account');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the access tokens of the profile', () => {
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

  const show = (language: 'en' | 'da' = 'en') => renderApp(<AccessTokens />, { language });

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
