import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import type { ApiError } from '../../../web/src/api/api-error.ts';
import { createQueryClient, queryKeys } from '../../../web/src/api/queries.ts';
import { useAccess } from '../../../web/src/payments/use-plan.ts';

function Shown() {
  const { hasPremium, seesEstimates, isKnown } = useAccess();
  return <p>{isKnown ? `premium ${hasPremium}, estimates ${seesEstimates}` : 'not known'}</p>;
}

beforeEach(signIn);

describe('whether a person has premium', () => {
  it('useAccess returns what the premium check says', async () => {
    stubService({
      'GET /api/payments/check-premium': { body: { hasPremium: true, seesEstimates: true, reason: null } },
    });
    renderApp(<Shown />);
    expect(await screen.findByText('premium true, estimates true')).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('useAccess denies premium while the service is unavailable, and retries', async () => {
    const none = { hasPremium: false, seesEstimates: false };
    const body = { ...none, reason: 'database_error', estimatesReason: 'database_error' };
    stubService({ 'GET /api/payments/check-premium': { body } });
    const { client } = renderApp(<Shown />);
    expect(await screen.findByText('premium false, estimates false')).toBeTruthy();
    const { error } = client.getQueryState<unknown, ApiError>(queryKeys.access)!;
    expect(error?.code).toBe('unavailable');
    const retry = createQueryClient().getDefaultOptions().queries?.retry as (n: number, e: Error) => boolean;
    expect(retry(0, error!)).toBe(true);
  });

  it.each([
    ['that cannot be answered', { status: 400, body: { error: 'Failed', code: 'invalid_input' } }],
    ['whose answer is no answer of ours', { status: 403, body: '<html>' }],
  ])('useAccess denies premium after a check %s without showing an error', async (_, answer) => {
    const requests = stubService({ 'GET /api/payments/check-premium': answer });
    renderApp(<Shown />);
    expect(screen.getByText('not known')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('premium false, estimates false')).toBeTruthy());
    expect(requests.length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
