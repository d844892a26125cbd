import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import '#tests/web/support/patience.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { carTexts, checkTexts } from '../../../web/src/i18n/text-parts.ts';
import { CheckForm } from '../../../web/src/plates/check-form.tsx';

beforeEach(async () => {
  signIn();
  await Promise.all([carTexts.load('en'), checkTexts.load('en')]);
});

const type = async (name: RegExp, value: string) =>
  fireEvent.input(await screen.findByLabelText(name), { target: { value } });

async function ask(answer: { status?: number; body: unknown }) {
  const onChecked = vi.fn();
  stubService({ 'POST /api/cars/check': answer });
  renderApp(<CheckForm isCharged={false} onChecked={onChecked} />);
  await type(/Number plate/, 'CX41287');
  await type(/Asking price/, '100000');
  onChecked.mockClear();
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(onChecked).toHaveBeenCalled());
  return onChecked;
}

it('leaves no answer about a former car standing under a plate that is unknown', async () => {
  const body = { error: 'The register does not know this plate', code: 'plate_unknown' };
  const onChecked = await ask({ status: 404, body });
  expect(onChecked.mock.calls).toEqual([[null]]);
});

it('gives the answer about the car that was asked for, and takes it away when another plate is typed', async () => {
  const onChecked = await ask({ body: sampleDetail() });
  await waitFor(() => expect(onChecked).toHaveBeenLastCalledWith(expect.objectContaining({ id: '42' })));
  await type(/Number plate/, 'XX');
  expect(onChecked).toHaveBeenLastCalledWith(null);
});
