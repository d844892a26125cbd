import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import Extend from '../../../web/src/alerts/extend-screen.tsx';
import UnsubscribeScreen from '../../../web/src/alerts/unsubscribe.tsx';

const ok = { 'POST /api/unsubscribe': { body: { ok: true } } };
const open = (query: string, language: 'en' | 'da' = 'en') =>
  renderApp(<UnsubscribeScreen />, { path: `/unsubscribe${query}`, language });

describe('the page at the foot of our mails', () => {
  it('the unsubscribe page stops the mails with one press and restores them with another, without sign-in', async () => {
    const asked = stubService(ok);
    open('?token=a.b');
    expect(asked).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop the e-mails' }));
    await screen.findByRole('heading', { name: 'We have stopped' });
    fireEvent.click(screen.getByRole('button', { name: 'Send them again' }));
    await screen.findByRole('heading', { name: 'You get e-mails again' });
    expect(asked.map(({ key }) => key)).toEqual(['POST /api/unsubscribe', 'POST /api/unsubscribe']);
    expect(screen.getByRole('link', { name: 'Choose what you are told' }).getAttribute('href')).toBe(
      '/notifications/settings',
    );
  });

  it('the unsubscribe page exists in Danish', async () => {
    stubService(ok);
    open('?token=a.b', 'da');
    fireEvent.click(screen.getByRole('button', { name: 'Stop mails' }));
    await screen.findByRole('heading', { name: 'Så er det stoppet' });
  });

  it('the unsubscribe page rejects a link without a token', () => {
    open('');
    screen.getByRole('heading', { name: 'This link does not work' });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('the unsubscribe page rejects an unknown token and asks to retry after a failure', async () => {
    let status = 500;
    stubService({
      'POST /api/unsubscribe': () => ({
        status,
        body: { code: status === 404 ? 'not_found' : 'internal', error: 'x' },
      }),
    });
    open('?token=a.b');
    fireEvent.click(screen.getByRole('button', { name: 'Stop the e-mails' }));
    await screen.findByText('It did not work. Please try again.');
    status = 404;
    fireEvent.click(screen.getByRole('button', { name: 'Stop the e-mails' }));
    await screen.findByRole('heading', { name: 'This link does not work' });
  });
});

const openExtend = (language: 'en' | 'da' = 'en') =>
  renderApp(<Extend />, { path: '/extend?token=a.b', language });
const answered = (body: object, status = 200) => ({ 'POST /api/extend-search': { status, body } });

describe('the link of the alert that a search ends', () => {
  it('extends the search as it is opened, without signing in, and says until when', async () => {
    const asked = stubService(answered({ is_extended: true, end_time: '2999-12-05T08:00:00.000Z' }));
    openExtend();
    await screen.findByRole('heading', { name: 'It runs for another week' });
    screen.getByText(/December 5, 2999/);
    expect(asked.map(({ key, query }) => [key, query.get('token')])).toEqual([
      ['POST /api/extend-search', 'a.b'],
    ]);
  });

  it('says in Danish that the search was extended before', async () => {
    stubService(answered({ is_extended: false, end_time: '2999-12-05T08:00:00.000Z' }));
    openExtend('da');
    await screen.findByRole('heading', { name: 'Den er allerede forlænget' });
  });

  it('does not call a search extended that has ended', async () => {
    stubService(answered({ is_extended: false, end_time: '2020-12-05T08:00:00.000Z' }));
    openExtend();
    await screen.findByRole('heading', { name: 'This search has ended' });
  });

  it.each([
    [404, 'not_found', 'This link does not work'],
    [403, 'limit_reached', 'There is no room for it'],
  ])('tells a refusal of %i apart', async (status, code, heading) => {
    stubService(answered({ code, error: 'x' }, status));
    openExtend();
    await screen.findByRole('heading', { name: heading });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be tried again after a failure', async () => {
    let status = 500;
    stubService({
      'POST /api/extend-search': () =>
        status === 500
          ? { status, body: { code: 'internal', error: 'x' } }
          : { body: { is_extended: true, end_time: '2999-12-05T08:00:00.000Z' } },
    });
    openExtend();
    await screen.findByText('It could not be extended just now.');
    status = 200;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'It runs for another week' });
  });
});
