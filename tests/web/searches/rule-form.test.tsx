import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallResponse } from '#core/contract/table.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { RuleForm } from '../../../web/src/searches/rule-form.tsx';
import type { Search } from '../../../web/src/searches/use-searches.ts';

type Replay = CallResponse<'POST /api/subscriptions/replay'>;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const rule = usualRule('s1');
const search = (change: Partial<Search> = {}) => ({ id: 's1', title: 'VW Golf', rule, ...change }) as Search;
const nothing: Replay = { count: 0, watched_since: daysAgo(30), is_complete: true, examples: [] };

type Shown = { replay?: Partial<Replay>; of?: Search; isPremium?: boolean; language?: 'en' | 'da' };
function open({ replay = {}, of = search(), isPremium = true, language = 'en' }: Shown = {}) {
  const asked = stubService({
    'GET /api/payments/check-premium': { body: { hasPremium: isPremium, seesEstimates: isPremium } },
    'POST /api/subscriptions/replay': { body: { ...nothing, ...replay } },
    'PUT /api/subscriptions/s1': { body: { subscription: of } },
  });
  const close = vi.fn();
  renderApp(<RuleForm search={of} onClose={close} />, { language });
  return { asked, close, sent: (key: string) => asked.find((one) => one.key === key)?.body };
}
const tick = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));
const type = (label: RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(signIn);

describe('the rule of a search', () => {
  it('a reader chooses what a search tells, and what is out of bounds is put right', async () => {
    const { sent, close } = open();
    expect(screen.getByRole('group', { name: 'What “VW Golf” tells you' })).toBeTruthy();
    tick(/^New cars/);
    tick(/sold or gone/);
    type(/in kr/, '5.000');
    type(/Or by at least/, '90');
    tick(/far below the market/);
    type(/% below the market/, '15 %');
    press('Save');
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent('PUT /api/subscriptions/s1')).toEqual({
      rule: {
        ...rule,
        new_cars: false,
        gone: true,
        price_drop: { least_dkk: 5000, least_percent: 50 },
        below_market_percent: 15,
      },
    });
    expect(await screen.findByText('Saved. It counts from now on.')).toBeTruthy();
  });

  it('what is typed counts also when Enter saves it before the field is left', async () => {
    const { sent, close } = open();
    tick(/far below the market/);
    const percent = screen.getByLabelText(/% below the market/) as HTMLInputElement;
    fireEvent.change(percent, { target: { value: '' } });
    fireEvent.blur(percent);
    expect(percent.value).toBe('10');
    const field = screen.getByLabelText(/in kr/);
    fireEvent.change(field, { target: { value: '5000' } });
    fireEvent.submit(field.closest('form')!);
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent('PUT /api/subscriptions/s1')).toMatchObject({
      rule: { price_drop: { least_dkk: 5000 }, below_market_percent: 10 },
    });
  });

  it('a reader adds words to avoid with Enter or commas and takes one away', async () => {
    const { sent, close } = open({ of: search({ rule: { ...rule, avoid: ['rust'] } }) });
    const field = await screen.findByRole('textbox', { name: 'Words to avoid' });
    fireEvent.change(field, { target: { value: ' Totalskadet, RUST,  ny kobling ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(close).not.toHaveBeenCalled();
    press('Do not leave out “rust”');
    press('Save');
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent('PUT /api/subscriptions/s1')).toEqual({
      rule: { ...rule, avoid: ['Totalskadet', 'ny kobling'] },
    });
  });

  it('a reader without market values is offered no rule by them, and one chosen before is given up when they save', async () => {
    const of = search({ rule: { ...rule, below_market_percent: 20 } });
    const { sent } = open({ of, isPremium: false });
    expect(await screen.findByText(/Market values are part of Premium/)).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: /far below the market/ })).toBeNull();
    press('Save');
    await waitFor(() => expect(sent('PUT /api/subscriptions/s1')).toEqual({ rule }));
  });

  it.each([
    ['en', {}, true, /In the last 30 days it would have told you nothing\.$/],
    ['en', { count: 7 }, true, /it would have told you 7 times\.$/],
    ['da', { count: 7 }, true, /På 30 dage ville du have fået besked 7 gange\.$/],
    ['en', { count: 7, watched_since: daysAgo(6.5) }, true, /We have watched this search for 6 days/],
    ['en', { watched_since: daysAgo(0.1) }, true, /^We have not watched this search for a day yet/],
    ['en', { count: 400, is_complete: false }, true, /at least that often/],
    ['en', { count: 1 }, false, /1 time\. Cars that are amazing deals now are not counted/],
  ] as const)('a replay is told in words: %s %j, premium: %s', async (language, replay, isPremium, words) => {
    open({ replay, isPremium, language });
    press(language === 'en' ? 'Try it on the last 30 days' : 'Prøv det på de sidste 30 dage');
    await waitFor(() => expect(screen.getAllByRole('status')[0]!.textContent).toMatch(words));
  });

  it('a replay shows its newest examples, an amazing one with its finding, until the rule changes', async () => {
    const example = { car_id: 'c1', title: 'VW Golf 1.4', at: '2026-11-20T10:00:00.000Z', price: 80_000 };
    const examples: Replay['examples'] = [
      { ...example, kind: 'amazing_deal', warning: 'The ad mentions a defect', from_price: null },
      { ...example, kind: 'price_drop', warning: null, from_price: 85_000 },
    ];
    const { sent } = open({ replay: { count: 2, examples } });
    press('Try it on the last 30 days');
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first!.textContent).toBe(
      'Amazing deal VW Golf 1.4, 80.000 kr., November 20, 2026The ad mentions a defect',
    );
    expect(second!.textContent).toContain('80.000 kr. (before 85.000 kr.)');
    expect(screen.getAllByRole('link')[0]!.getAttribute('href')).toBe('/car/c1');
    expect(sent('POST /api/subscriptions/replay')).toEqual({ id: 's1', rule, language: 'en' });
    tick(/^New cars/);
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  it('a replay that fails says so', async () => {
    stubService({
      'GET /api/payments/check-premium': { body: { hasPremium: true, seesEstimates: true } },
      'POST /api/subscriptions/replay': { status: 500, body: {} },
    });
    renderApp(<RuleForm search={search()} onClose={() => undefined} />);
    press('Try it on the last 30 days');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to try it');
  });
});
