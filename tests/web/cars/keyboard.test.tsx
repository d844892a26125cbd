import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { CarGrid } from '../../../web/src/cars/car-grid.tsx';
import { CarActionsContext } from '../../../web/src/cars/use-marks.ts';
import KeyHelp from '../../../web/src/catalog/key-help.tsx';
import { ListShortcuts } from '../../../web/src/catalog/list-keys.tsx';

const [addToList, toggleCompare, showKeys] = [vi.fn(), vi.fn(), vi.fn()];
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  vi.clearAllMocks();
  signIn();
  const cars = [
    sampleCar({ id: '1', title: 'Golf' }),
    { id: 'stub', deal: 'amazing' as const, locked: true as const },
    sampleCar({ id: '2', title: 'Octavia' }),
  ];
  renderApp(
    <CarActionsContext value={{ addToList, toggleCompare, showKeys, comparedIds: [] }}>
      <input aria-label="somewhere" />
      <CarGrid cars={cars} mode="grid" onUpgrade={vi.fn()} />
      <ListShortcuts />
    </CarActionsContext>,
  );
});

describe('the keyboard', () => {
  it('the keys j and k move between cars, skip locked ones and stop at the ends', () => {
    press('j');
    expect(focused()).toBe('Golf');
    press('j');
    expect(focused()).toBe('Octavia');
    press('j');
    expect(focused()).toBe('Octavia');
    press('k');
    expect(focused()).toBe('Golf');
  });

  it('the keys star, list and compare the focused car', async () => {
    const requests = stubService({ 'PUT /api/stars/2': { body: { ok: true } } });
    press('s');
    press('j');
    press('j');
    press('s');
    await vi.waitFor(() => expect(requests.map(({ key }) => key)).toEqual(['PUT /api/stars/2']));
    press('l');
    expect(addToList).toHaveBeenCalledWith(expect.objectContaining({ id: '2' }));
    press('c');
    expect(toggleCompare).toHaveBeenCalledWith(expect.objectContaining({ id: '2' }));
  });

  it('the key ? shows the shortcuts, and no shortcut acts while typing or with a modifier', () => {
    screen.getByLabelText('somewhere').focus();
    press('j');
    press('?');
    expect(showKeys).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByLabelText('somewhere'));
    (document.activeElement as HTMLElement).blur();
    fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true });
    expect(focused()).not.toBe('Golf');
    press('?');
    expect(showKeys).toHaveBeenCalledOnce();
    renderApp(<KeyHelp onClose={vi.fn()} />);
    expect(screen.getByRole('dialog', { name: 'Keyboard' }).textContent).toContain('jNext car');
  });
});
