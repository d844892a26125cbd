import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { useCar } from '../../../web/src/cars/use-car.ts';
import { plateTexts } from '../../../web/src/i18n/text-parts.ts';
import PlateOfCar from '../../../web/src/plates/plate-of-car.tsx';

beforeAll(async () => {
  for (const language of ['en', 'da'] as const) await plateTexts.load(language);
});
beforeEach(signIn);

/** As the car's page shows it, by the answer that is cached. */
function Page() {
  const { data } = useCar('42');
  if (!data || data.locked) return null;
  return (
    <>
      <output>{data.plate ?? '-'}</output>
      <PlateOfCar car={data} />
    </>
  );
}

type Answers = Parameters<typeof stubService>[0];
const about = { body: { platesEnabled: true } };
const none = sampleDetail({ plate: null, register_state: 'no_plate' });
const typed = sampleDetail({ plate: 'CX41287', plate_typed_by: 'me' });

function open(car: WireCarDetail, answers: Answers = {}, language: 'en' | 'da' = 'en') {
  const requests = stubService({
    'GET /api/cars/42': { body: car },
    'GET /api/about': about,
    'PUT /api/cars/42/plate': ({ body }) => ({
      body: { ...typed, plate: (body as { plate: string }).plate },
    }),
    'DELETE /api/cars/42/plate': { body: none },
    ...answers,
  });
  renderApp(<Page />, { language });
  return requests;
}
const sent = (requests: ReturnType<typeof open>) =>
  requests.filter(({ key }) => key.endsWith('/plate')).map(({ key, body }) => [key.split(' ')[0], body]);

async function write(plate: string, name = 'Type the plate') {
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = screen.getByRole('dialog', { hidden: true });
  const field = within(dialog).getByLabelText('Number plate');
  fireEvent.change(field, { target: { value: plate } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ask the register', hidden: true }));
  return dialog;
}

describe('the plate of a car', () => {
  it('a plate can be typed, is shown, and can be undone', async () => {
    const requests = open(none);
    await write('cx 41.287');
    await waitFor(() => expect(screen.getByText('CX41287').tagName).toBe('OUTPUT'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(screen.getByText('Typed by you, shown to you alone')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Type the plate' });
    expect(sent(requests)).toEqual([
      ['PUT', { plate: 'CX41287', confirmed: false }],
      ['DELETE', undefined],
    ]);
  });

  it('a plate can be removed, and undo types it again', async () => {
    const requests = open(typed);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove my plate' }));
    await screen.findByRole('button', { name: 'Type the plate' });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Remove my plate' });
    expect(sent(requests)).toEqual([
      ['DELETE', undefined],
      ['PUT', { plate: 'CX41287', confirmed: true }],
    ]);
  });

  it('a plate that the register gives to another car needs confirmation, each plate anew', async () => {
    const refusal = {
      code: 'conflict',
      message: 'x',
      details: { register: { make: 'Audi', model: 'A3', year: 2012 } },
    };
    const requests = open(none, {
      'PUT /api/cars/42/plate': ({ body }) =>
        (body as { confirmed: boolean }).confirmed ? { body: typed } : { status: 409, body: refusal },
    });
    const dialog = await write('CX41287');
    expect((await within(dialog).findByRole('alert', { hidden: true })).textContent).toContain('CX 41 287');
    expect(within(dialog).getByRole('alert', { hidden: true }).textContent).toContain('Audi A3 2012');
    const field = within(dialog).getByLabelText('Number plate');
    fireEvent.change(field, { target: { value: 'DB20456' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ask the register', hidden: true }));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'It is this car', hidden: true }));
    await screen.findByRole('button', { name: 'Remove my plate' });
    expect(sent(requests)).toEqual([
      ['PUT', { plate: 'CX41287', confirmed: false }],
      ['PUT', { plate: 'DB20456', confirmed: false }],
      ['PUT', { plate: 'DB20456', confirmed: true }],
    ]);
  });

  it('a failed plate shows the error and keeps the typed text', async () => {
    open(none, {
      'PUT /api/cars/42/plate': { status: 404, body: { code: 'plate_unknown', message: 'No such plate.' } },
    });
    const dialog = await write('QQ99999');
    expect((await within(dialog).findByRole('alert', { hidden: true })).textContent).toContain(
      'The vehicle register knows no car with this plate',
    );
    expect(within(dialog).getByLabelText<HTMLInputElement>('Number plate').value).toBe('QQ99999');
  });

  it('a plate typed by readers says so and can be corrected', async () => {
    open(sampleDetail({ plate: 'CX41287', plate_typed_by: 'people' }), {}, 'da');
    await screen.findByText('Skrevet af flere læsere');
    expect(screen.getByRole('button', { name: 'Ret nummerpladen' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Fjern min nummerplade' })).toBeNull();
  });

  it('a plate cannot be typed if no register is set up', async () => {
    const requests = open(none, { 'GET /api/about': { body: { platesEnabled: false } } });
    await waitFor(() => expect(requests.map(({ key }) => key)).toContain('GET /api/about'));
    await screen.findByText('-');
    expect(screen.queryByRole('button', { name: 'Type the plate' })).toBeNull();
  });
});
