import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import '#tests/web/support/patience.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { carTexts, checkTexts } from '../../../web/src/i18n/text-parts.ts';
import { CheckForm } from '../../../web/src/plates/check-form.tsx';
import CheckedCar from '../../../web/src/plates/checked-car.tsx';

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

it('the check form removes the old answer if the next plate is unknown', async () => {
  const body = { error: 'The register does not know this plate', code: 'plate_unknown' };
  const onChecked = await ask({ status: 404, body });
  expect(onChecked.mock.calls).toEqual([[null]]);
});

it('the check form shows the answer and removes it when another plate is typed', async () => {
  const onChecked = await ask({ body: sampleDetail() });
  await waitFor(() => expect(onChecked).toHaveBeenLastCalledWith(expect.objectContaining({ id: '42' })));
  await type(/Number plate/, 'XX');
  expect(onChecked).toHaveBeenLastCalledWith(null);
});

const listed = {
  id: '42',
  title: 'Skoda Octavia',
  price: 100_000,
  foreign_price: null,
  deal: 'fair' as const,
};
const show = (car: object, onList: object) =>
  renderApp(
    <CheckedCar
      car={{ ...sampleDetail(), ...car, on_list: { ...listed, mileage: 111_000, ...onList } }}
      seesEstimates
      onUpgrade={() => {}}
    />,
  );

it('the check form links to the listed car with the plate and shows its price and mileage beside the typed ones', async () => {
  show({ price: 90_000, mileage: 120_000 }, {});
  expect(await screen.findByRole('link', { name: 'Skoda Octavia' })).toHaveProperty('pathname', '/car/42');
  const told = screen.getByText(/Its ad: /).textContent;
  expect(told).toContain('Its ad: 100.000 kr. · Its rating there: Fair.');
  expect(told).toContain('The rating below is for the 90.000 kr. you typed.');
  expect(told).toContain('The value below is for the 120.000 km you typed; the ad says 111.000 km.');
});

it('the check form does not mention typed values that match the ad', async () => {
  show({ price: 100_000, mileage: 111_000 }, {});
  expect((await screen.findByText(/Its ad: /)).textContent).not.toContain('you typed');
});

it('the check form praises no locked car without its serious finding, and says that the rating is for what was typed', async () => {
  const told = sampleDetail({ facts: [{ kind: 'debt', ad: null, register: null, date: null }] });
  show({ deal: 'amazing', locked: true, told }, { mileage: 111_000 });
  const title = await screen.findByRole('heading', { name: 'This is an amazing deal' });
  expect(title.parentElement!.textContent).toContain('A debt is registered on the car');
  expect(screen.getByText(/Its ad: /).textContent).toContain('for the price and mileage you typed.');
});
