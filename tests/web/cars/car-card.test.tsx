import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { CarCard } from '../../../web/src/cars/car-card.tsx';
import { CarGrid, CarRow, LockedCard, useGradually } from '../../../web/src/cars/car-grid.tsx';
import { CarActionsContext } from '../../../web/src/cars/use-marks.ts';
import KeyHelp from '../../../web/src/catalog/key-help.tsx';
import { ListShortcuts } from '../../../web/src/catalog/list-keys.tsx';

beforeEach(signIn);

const textOf = (container: HTMLElement) => container.textContent ?? '';

describe('a car card', () => {
  // docs/spec.md, section 2.
  it('a car card shows price, gap, market, facts, plate and the number of further photos', () => {
    const { container } = renderApp(<CarCard car={sampleCar()} />);
    const text = textOf(container);
    for (const part of [
      '118.000 kr.',
      '30.900 kr. below market',
      'Market 139.500–158.000 kr.',
      '2019\u00a0· 111.000 km',
      'Odense',
      'CX 41 287',
      '+2 photos',
      'Amazing',
    ])
      expect(text).toContain(part);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/car/42');
    expect(screen.getByRole('img', { name: /Asking 118.000 kr./ })).toBeTruthy();
  });

  it('a card and a row name the car before its verdict and price', () => {
    for (const Item of [CarCard, CarRow]) {
      const { container, unmount } = renderApp(<Item car={sampleCar()} />);
      const text = textOf(container);
      const places = ['Škoda Octavia', 'Amazing', '118.000 kr.'].map((part) => text.indexOf(part));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      unmount();
    }
  });

  it.each([
    ['en', 'days'],
    ['da', 'dage'],
  ] as const)(
    'a car card keeps the number of days next to its word in %s at a line end',
    (language, days) => {
      const { container } = renderApp(<CarRow car={sampleCar({ days_listed: 12 })} />, { language });
      expect(textOf(container)).toContain(`· 12\u00a0${days}`);
    },
  );

  it.each([
    ['en', { days_listed: 0 }, 'new today'],
    ['en', { days_listed: 0, is_age_known: false }, 'seen today'],
    ['en', { days_listed: 3, is_age_known: false }, 'at least 3 days'],
    ['en', { days_listed: 0, unseen_days: 2 }, 'last seen 2 days ago'],
    ['en', { days_listed: 0, is_age_known: false, unseen_days: 1 }, 'last seen yesterday'],
    ['en', { days_listed: 8, unseen_days: 3 }, 'at least 8 days'],
    ['en', { unseen_days: 17 }, 'last seen 17 days ago, may be sold'],
    ['en', { availability: 'unseen', unseen_days: 34 }, 'not seen since November 20, 2026'],
    ['en', { availability: 'gone', unseen_days: 34 }, '12 days · No longer on the marketplace'],
    ['en', { availability: 'sold', days_listed: 0, unseen_days: 34 }, '111.000 km · Sold'],
    ['da', { days_listed: 0, is_age_known: false }, 'set i dag'],
    ['da', { days_listed: 1, is_age_known: false }, 'mindst 1 dag'],
    ['da', { days_listed: 0, unseen_days: 1 }, 'sidst set i går'],
    ['da', { unseen_days: 17 }, 'sidst set for 17 dage siden, måske solgt'],
    ['da', { availability: 'unseen' }, 'ikke set siden 20. november 2026'],
  ] as const)('a car card in %s describes an ad seen like %j as: %s', (language, seen, words) => {
    const { container } = renderApp(<CarRow car={sampleCar(seen)} />, { language });
    const text = textOf(container).replaceAll('\u00a0', ' ');
    expect(text).toContain(`· ${words}`.replace(/^· 111/, '111'));
    if (words !== 'new today') expect(text).not.toContain('new today');
  });

  it('a car card rounds a market value to hundreds, on screen and for screen readers', () => {
    const car = sampleCar({ valuation_low: 110_204, valuation_avg: 129_610, valuation_high: 149_017 });
    const { container } = renderApp(<CarCard car={car} />);
    expect(textOf(container)).toContain('Market 110.200–149.000 kr.');
    expect(
      screen.getByRole('img', { name: 'Asking 118.000 kr., market 110.200 kr. to 149.000 kr.' }),
    ).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('a car card shows the first photo and links to its car', () => {
    const { container } = renderApp(<CarCard car={sampleCar()} />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/photos/a.webp');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/car/42');
  });

  it.each([
    ['en', 1, 0, '1 thing to check'],
    ['en', 3, 0, '3 things to check'],
    ['en', 3, 1, '3 things to check, 1 important'],
    ['en', 2, 2, '2 important things to check'],
    ['da', 1, 0, '1 ting at undersøge'],
    ['da', 3, 2, '3 ting at undersøge, 2 vigtige'],
    ['da', 1, 1, '1 vigtig ting at undersøge'],
  ] as const)(
    'a car card in %s with %i unnamed findings, %i of them important, says: %s',
    async (language, count, heavy, words) => {
      for (const Item of [CarCard, CarRow]) {
        const heaviest = { in: 'fact', kind: 'of_a_later_version' } as const;
        renderApp(<Item car={sampleCar({ findings: { count, heavy, heaviest } })} />, { language });
        const line = (await screen.findByText(words)).closest('p')!;
        expect(line.className.includes('text-poor')).toBe(heavy > 0);
      }
    },
  );

  it.each([
    ['en', { count: 1, heavy: 1, heaviest: { in: 'fact', kind: 'debt' } }, 'A debt is registered on the car'],
    [
      'en',
      { count: 3, heavy: 0, heaviest: { in: 'caution', kind: 'no_inspection' } },
      'The ad says it has no valid inspection · 2 more to check',
    ],
    [
      'da',
      { count: 2, heavy: 2, heaviest: { in: 'story', kind: 'theft' } },
      'Bilen er meldt stjålet · 1 mere at undersøge',
    ],
  ] as const)('a car card in %s names the most important of %j', async (language, findings, words) => {
    for (const Item of [CarCard, CarRow]) {
      const car = sampleCar({ deal: 'amazing', findings });
      renderApp(<Item car={car} />, { language });
      const line = (await screen.findByText(words)).closest('p')!;
      expect(line.className.includes('text-poor')).toBe(findings.heavy > 0);
    }
  });

  it('a car card without findings shows no warning', () => {
    for (const Item of [CarCard, CarRow])
      expect(textOf(renderApp(<Item car={sampleCar()} />).container)).not.toContain('check');
  });

  it('a car card tells a reader without estimates what they may know and what unlocks the rest', () => {
    const hidden = { valuation_low: null, valuation_avg: null, valuation_high: null, comparable_count: null };
    const { container } = renderApp(<CarCard car={sampleCar({ ...hidden, deal: 'poor' })} />);
    expect(textOf(container)).toContain('Above the market price');
    expect(textOf(container)).toContain('Market value with Premium');
    expect(screen.queryByRole('img')).toBeNull();
  });

  // docs/spec.md, sections 2 and 9.
  it('a car card shows a missing estimate and shortens titles to 65 characters', () => {
    const title = `${'Peugeot 208 '.repeat(8)}end`;
    const car = sampleCar({
      deal: 'no_estimate',
      deal_reason: 'few_comparables',
      valuation_low: null,
      title,
    });
    const { container } = renderApp(<CarCard car={car} />, { language: 'da' });
    expect(textOf(container)).toContain('For få lignende biler til at vurdere den');
    expect(screen.getByRole('link').textContent).toBe(`${title.slice(0, 65)}…`);
  });

  it.each([
    ['leasing', 'Leasing, not the car’s price'],
    ['down_payment', 'A down payment, not the car’s price'],
    ['ex_vat', 'Without VAT'],
    ['ex_tax', 'Without registration tax'],
    ['wholesale', 'For dealers only'],
    ['too_old', 'No market estimate'],
  ] as const)('a car card says what the figure of an unrated car is: %s', (deal_reason, words) => {
    const car = sampleCar({ deal: 'no_estimate', deal_reason, price: 3_195 });
    const { container } = renderApp(<CarCard car={car} />);
    expect(textOf(container)).toContain(words);
  });

  it('a car card omits a photo that fails to load', () => {
    const { container } = renderApp(<CarCard car={sampleCar()} />);
    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
  });

  // docs/spec.md, section 2.
  it('a car card stars the car at once and offers undo', async () => {
    const requests = stubService({
      'PUT /api/stars/42': { body: { ok: true } },
      'DELETE /api/stars/42': { body: { ok: true } },
    });
    renderApp(<CarCard car={sampleCar()} />);
    fireEvent.click(screen.getByRole('button', { name: /^Star / }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await vi.waitFor(() =>
      expect(requests.map(({ key }) => key)).toEqual(['PUT /api/stars/42', 'DELETE /api/stars/42']),
    );
  });
});

describe('a car of the list layout', () => {
  // docs/spec.md, section 2.
  it('a car in list layout shows the same facts, without the number of photos', () => {
    const { container } = renderApp(<CarRow car={sampleCar()} />);
    for (const part of [
      '118.000 kr.',
      '30.900 kr. below market',
      'Market 139.500–158.000 kr.',
      'Škoda Octavia 1.5 TSI Combi Style',
      '2019\u00a0· 111.000 km',
      'Odense',
      'CX 41 287',
      'Amazing',
    ])
      expect(textOf(container)).toContain(part);
    expect(textOf(container)).not.toContain('photos');
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/photos/a.webp');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/car/42');
    expect(screen.getByRole('button', { name: /^Star / })).toBeTruthy();
  });
});

describe('a locked card', () => {
  // docs/spec.md, section 2.
  it('a locked card opens the upgrade dialog and has no other link', () => {
    const openUpgrade = vi.fn();
    renderApp(<LockedCard mode="grid" onUpgrade={openUpgrade} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Premium Only')).toBeTruthy();
    fireEvent.click(screen.getByRole('button'));
    expect(openUpgrade).toHaveBeenCalledOnce();
  });
});

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
