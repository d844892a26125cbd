import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import Extend from '../../../web/src/alerts/extend-screen.tsx';

const open = (language: 'en' | 'da' = 'en') => renderApp(<Extend />, { path: '/extend?token=a.b', language });
const answered = (body: object, status = 200) => ({ 'POST /api/extend-search': { status, body } });

describe('the link of the alert that a search ends', () => {
  it('extends the search as it is opened, without signing in, and says until when', async () => {
    const asked = stubService(answered({ is_extended: true, end_time: '2999-12-05T08:00:00.000Z' }));
    open();
    await screen.findByRole('heading', { name: 'It runs for another week' });
    screen.getByText(/December 5, 2999/);
    expect(asked.map(({ key, query }) => [key, query.get('token')])).toEqual([
      ['POST /api/extend-search', 'a.b'],
    ]);
  });

  it('says in Danish that the search was extended before', async () => {
    stubService(answered({ is_extended: false, end_time: '2999-12-05T08:00:00.000Z' }));
    open('da');
    await screen.findByRole('heading', { name: 'Den er allerede forlænget' });
  });

  it('does not call a search extended that has ended', async () => {
    stubService(answered({ is_extended: false, end_time: '2020-12-05T08:00:00.000Z' }));
    open();
    await screen.findByRole('heading', { name: 'This search has ended' });
  });

  it.each([
    [404, 'not_found', 'This link does not work'],
    [403, 'limit_reached', 'There is no room for it'],
  ])('tells a refusal of %i apart', async (status, code, heading) => {
    stubService(answered({ code, error: 'x' }, status));
    open();
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
    open();
    await screen.findByText('It could not be extended just now.');
    status = 200;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'It runs for another week' });
  });
});
