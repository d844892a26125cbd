import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import HowWeRate from '../../../web/src/pages/how-we-rate.tsx';
import { mailAddress } from '../../../web/src/pages/support.tsx';

const row = (group: string, name: string, cars: number, error: number) => ({
  ...{ group, name, cars, error },
  coverage: 0.8,
});
const measured = {
  ...{ pool: 900, least_pool: 60, is_lent: false, fitted_on: '2026-11-20' },
  all: { cars: 880, error: 0.0612, coverage: 0.803 },
  rows: [
    row('make', 'Volvo', 40, 0.05),
    row('make', 'fremmed', 200, 0.09),
    row('age', '11', 90, 0.15),
    row('age', '0', 300, 0.04),
    row('age', '16', 50, 0.21),
    row('price', '0', 80, 0.2),
    row('price', '400000', 60, 0.07),
  ],
};

function open(figures: object | number, language: 'en' | 'da' = 'en') {
  stubService({
    'GET /api/rating-figures':
      typeof figures === 'number' ? { status: figures, body: {} } : { body: figures },
  });
  renderApp(<HowWeRate />, { language });
}

describe('the page that explains the ratings', () => {
  it('how-we-rate shows the figures of the current valuation by make, age and price', async () => {
    open(measured);
    expect(await screen.findByText(/Each of 880 cars.*within 6,1 % .* 80,3 % of the cars/)).toBeTruthy();
    expect(screen.getByText(/on November 20, 2026/)).toBeTruthy();
    const tables = screen.getAllByRole('table');
    const rowsOf = (table: HTMLElement) =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent);
    expect(tables.map(rowsOf)).toEqual([
      ['Fremmed (worst)2009 %80 %', 'Volvo 405 %80 %'],
      ['0 to 1 years 3004 %80 %', '11 to 15 years 9015 %80 %', '16 years and older (worst)5021 %80 %'],
      ['up to 50.000 kr. (worst)8020 %80 %', '400.000 kr. and more 607 %80 %'],
    ]);
  });

  it.each([
    [
      'en',
      'We are least accurate with Fremmed, cars of 16 years and older and cars priced at up to 50.000 kr. Check',
    ],
    [
      'da',
      'Vi rammer mindst præcist ved Fremmed, biler på 16 år og ældre og biler i prislaget op til 50.000 kr. Tjek',
    ],
  ] as const)('how-we-rate names what is valued worst (%s)', async (language, sentence) => {
    open(measured, language);
    expect((await screen.findByText(/least accurate|mindst præcist/)).textContent).toContain(sentence);
  });

  it('how-we-rate names the worst make even if it has few cars', async () => {
    const makes = Array.from({ length: 20 }, (_, place) => row('make', `Make ${place}`, 500 - place, 0.05));
    open({ ...measured, rows: [...makes, row('make', 'Rare', 30, 0.3)] });
    expect((await screen.findByText(/least accurate/)).textContent).toContain('accurate with Rare. Check');
    expect(screen.getByText('Rare')).toBeTruthy();
  });

  it('how-we-rate says how many cars are missing before anything is measured', async () => {
    open({ pool: 12, least_pool: 60, is_lent: false, fitted_on: null, all: null, rows: [] });
    expect(await screen.findByText(/48 more cars and rating begins/)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('how-we-rate says that prices of another market are used', async () => {
    open({ pool: 0, least_pool: 60, is_lent: true, fitted_on: '2026-11-20', all: null, rows: [] });
    expect(await screen.findByText(/nothing is called amazing/)).toBeTruthy();
    expect(screen.queryByText(/rating begins/)).toBeNull();
  });

  it('how-we-rate says when the figures cannot be loaded', async () => {
    open(500);
    expect(await screen.findByText('The figures could not be loaded. Try again later.')).toBeTruthy();
  });

  it('how-we-rate shows the thresholds that the rating uses', async () => {
    open(measured, 'da');
    expect(await screen.findByText(/^Kup: koster under 87 % af markedsværdien/)).toBeTruthy();
    expect(screen.getByText(/^Dyr: koster over 110 %/)).toBeTruthy();
  });
});

describe('the mail of a support form', () => {
  it('a support mail is addressed to support with subject and body filled in', () => {
    const { pathname, searchParams } = new URL(
      mailAddress('hjaelp@olsen-biler.example', 'Bug report', ' It broke\nhere ', 'Answer to: a@b.example'),
    );
    expect(pathname).toBe('hjaelp@olsen-biler.example');
    expect(searchParams.get('subject')).toBe('Bug report');
    expect(searchParams.get('body')).toBe('It broke\r\nhere\r\n\r\nAnswer to: a@b.example');
  });

  it('typed text cannot add recipients or headers to a support mail', () => {
    const address = mailAddress(
      'hjaelp@olsen-biler.example',
      'Bug',
      'x\r\nBcc: all@example.dk&cc=other@example.dk?to=me',
      null,
    );
    expect(new URL(address).searchParams.has('cc')).toBe(false);
    expect(address.match(/[&?]/g)).toHaveLength(2);
    expect(address).not.toMatch(/[\r\n]/);
  });
});
