import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { HuntedCarWire } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import Hunt, { HuntBoard } from '../../../web/src/cars/hunt.tsx';

beforeEach(signIn);

const entry = (fields: Partial<HuntedCarWire> = {}): HuntedCarWire => ({
  ...{ id: '42', note: 'Ask for the bill.', stage: 'viewing', day: '2026-12-01' },
  ...{ changed_at: '2026-11-21T08:00:00.000Z', car: sampleCar(), price_before: null, has_ended: false },
  ...fields,
});
const lastSent = (requests: ReturnType<typeof stubService>) =>
  requests.findLast(({ key }) => key === 'PUT /api/hunt/42')?.body;
const done = { body: { ok: true } };

it('shows what is kept about a car, and keeps what its reader changes', async () => {
  const service = stubService({
    'GET /api/hunt': { body: { cars: [entry()] } },
    'PUT /api/hunt/42': done,
  });
  renderApp(<Hunt carId="42" className="" />);
  const note = await screen.findByLabelText('Note');
  expect(note).toHaveProperty('value', 'Ask for the bill.');
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(note, { target: { value: 'Bill seen.' } });
  fireEvent.change(screen.getByLabelText('How far I am'), { target: { value: 'offer' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(lastSent(service)).toEqual({ note: 'Bill seen.', stage: 'offer', day: '2026-12-01' });
});

it('offers a note where nothing is kept, and opens the form for it', async () => {
  stubService({ 'GET /api/hunt': { body: { cars: [] } } });
  renderApp(<Hunt carId="42" className="" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a note' }));
  expect(screen.getByLabelText('Note')).toHaveProperty('value', '');
});

it('removes what is kept, and puts it back with undo', async () => {
  const service = stubService({
    'GET /api/hunt': { body: { cars: [entry()] } },
    'PUT /api/hunt/42': done,
  });
  renderApp(<Hunt carId="42" className="" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove my notes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(lastSent(service)).toMatchObject({ note: 'Ask for the bill.', stage: 'viewing' }),
  );
});

function Shown() {
  const [id, setId] = useState('42');
  return (
    <>
      <Hunt carId={id} className="" />
      <button type="button" onClick={() => setId('43')}>
        Next car
      </button>
    </>
  );
}

it('puts back the notes of the car they were removed from, when another one is shown meanwhile', async () => {
  const cars = [entry(), entry({ id: '43', note: 'Rusty.' })];
  const service = stubService({
    'GET /api/hunt': { body: { cars } },
    'PUT /api/hunt/42': done,
  });
  renderApp(<Shown />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove my notes' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  fireEvent.click(screen.getByRole('button', { name: 'Next car' }));
  fireEvent.click(undo);
  await waitFor(() => expect(lastSent(service)).toMatchObject({ note: 'Ask for the bill.' }));
  expect(service.some(({ key }) => key === 'PUT /api/hunt/43')).toBe(false);
});

it('lists the cars by stage, with what changed since their reader last wrote', async () => {
  const cars = [
    entry({ id: '1', price_before: 90_000 }),
    entry({ id: '2', stage: 'no', has_ended: true }),
    entry({ id: '3', stage: null, car: null, note: '' }),
    entry({ id: '4', stage: null, car: { id: '4', deal: 'amazing', locked: true } }),
  ];
  stubService({ 'GET /api/hunt': { body: { cars } } });
  renderApp(<HuntBoard />);
  await screen.findByText('4 cars you have noted something about');
  expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'No stage',
    'Viewing',
    'Not this one',
  ]);
  expect(screen.getByText('was 90.000 kr. when you last changed your note')).toBeTruthy();
  expect(screen.getByText('is no longer for sale')).toBeTruthy();
  expect(screen.getByText('We no longer have this car')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'A premium car' })).toHaveProperty('pathname', '/car/4');
});

it('says in Danish what it cannot load', async () => {
  stubService({ 'GET /api/hunt': { status: 500, body: { error: 'x', code: 'internal' } } });
  renderApp(<HuntBoard />, { language: 'da' });
  await screen.findByText('Dine noter kunne ikke hentes.');
});
