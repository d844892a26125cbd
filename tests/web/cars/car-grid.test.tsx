import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { CarGrid, useGradually } from '../../../web/src/cars/car-grid.tsx';
import { CarActionsContext } from '../../../web/src/cars/use-marks.ts';
import KeyHelp from '../../../web/src/catalog/key-help.tsx';
import { ListShortcuts } from '../../../web/src/catalog/list-keys.tsx';

describe('the keyboard', () => {
  const [addToList, toggleCompare, hide, showKeys] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
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
      <CarActionsContext value={{ addToList, toggleCompare, hide, showKeys, comparedIds: [] }}>
        <input aria-label="somewhere" />
        <CarGrid cars={cars} mode="grid" onUpgrade={vi.fn()} />
        <ListShortcuts />
      </CarActionsContext>,
    );
  });

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

  it('the keys star, list, compare and hide the focused car', async () => {
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
    press('x');
    expect(hide).toHaveBeenCalledWith('2');
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

const carsNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${prefix}${place}` }));
type Props = { cars: { id: string }[]; mode?: 'grid' | 'list'; isWhole: boolean };

/** Every count that was shown, in order, once all is drawn. */
async function drawn(first: Props, ...later: Props[]): Promise<number[]> {
  const counts: number[] = [];
  const { rerender } = renderHook(
    ({ cars, mode = 'grid', isWhole }: Props) => {
      const count = Math.min(cars.length, useGradually(cars, mode, isWhole));
      if (count !== counts.at(-1)) counts.push(count);
    },
    { initialProps: first },
  );
  for (const props of later) await act(async () => rerender(props));
  return counts;
}

describe('the cards of a page', () => {
  it('cards are drawn after their screen: first the two in sight, then six at a time', async () => {
    expect(await drawn({ cars: carsNamed('a', 15), isWhole: false })).toEqual([0, 2, 8, 14, 15]);
  });

  it('all cards are drawn at once for a reader who returns to a place among them', async () => {
    expect(await drawn({ cars: carsNamed('a', 15), isWhole: true })).toEqual([15]);
  });

  it('gradual drawing of cards starts again on another page', async () => {
    const counts = await drawn(
      { cars: carsNamed('a', 15), isWhole: true },
      { cars: carsNamed('b', 15), isWhole: true },
    );
    expect(counts).toEqual([15, 6, 12, 15]);
  });

  it('gradual drawing of cards starts again in the other layout', async () => {
    const cars = carsNamed('a', 15);
    const counts = await drawn({ cars, isWhole: false }, { cars, mode: 'list', isWhole: false });
    expect(counts).toEqual([0, 2, 8, 14, 15, 6, 12, 15]);
  });

  it('cards stay drawn while one of them changes, appears or disappears', async () => {
    const cars = carsNamed('a', 15);
    const counts = await drawn(
      { cars, isWhole: false },
      { cars: [{ id: 'new' }, ...cars], isWhole: false },
      { cars: cars.slice(2), isWhole: false },
    );
    expect(counts).toEqual([0, 2, 8, 14, 15, 16, 13]);
  });
});
