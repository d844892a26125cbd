import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
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
