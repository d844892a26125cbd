import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import UnsubscribeScreen from '../../../web/src/alerts/unsubscribe-screen.tsx';

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
