import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clearNotices, notify } from '../../../web/src/ui/notices.tsx';
import { renderApp } from '../support/render-app.tsx';

describe('a notice', () => {
  it('a notice appears only after the pressed button has been painted', async () => {
    renderApp(null);
    act(() => notify('Starred'));
    expect(screen.queryByText('Starred')).toBeNull();
    expect(await screen.findByText('Starred')).toBeTruthy();
  });

  it('a notice does not appear if all notices were cleared before the paint', async () => {
    renderApp(null);
    act(() => notify('3 cars added'));
    act(() => clearNotices());
    act(() => notify('Signed out'));
    expect(await screen.findByText('Signed out')).toBeTruthy();
    expect(screen.queryByText('3 cars added')).toBeNull();
  });
});
