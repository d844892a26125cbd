import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limits, prices } from '#core/payments/plan.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { freeWire, monthlyWire, planAnswers } from '#tests/web/support/sample-plan.ts';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { formatEuro } from '../../../web/src/i18n/format.ts';
import { accountTexts } from '../../../web/src/i18n/text-parts.ts';
import UpgradeDialog from '../../../web/src/payments/upgrade-dialog.tsx';
import type { UpgradeReason } from '../../../web/src/payments/upgrade-reason.ts';

const subscriptionCheckout = 'POST /api/payments/create-subscription-checkout';
const redirect = { body: { url: 'https://checkout.example/c/cs_1' } };

let assign: ReturnType<typeof vi.fn<(url: string | URL) => void>>;
beforeEach(() => {
  assign = vi.fn();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});

function open(reason: UpgradeReason | null = null, language: 'en' | 'da' = 'en') {
  const onClose = vi.fn();
  renderApp(<UpgradeDialog reason={reason} onClose={onClose} />, { language });
  return onClose;
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the upgrade dialog', () => {
  // docs/spec.md, section 2.
  it('the upgrade dialog shows every price and limit of the plans', async () => {
    stubService({});
    for (const language of ['en', 'da'] as const) {
      open(null, language);
      const text = (screen.getByRole('dialog').textContent ?? '').replaceAll('\u00a0', ' ');
      for (const cents of Object.values(prices))
        expect(text).toContain(formatEuro(cents, language).replaceAll('\u00a0', ' '));
      const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
      const { payments } = await accountTexts.load(language);
      expect(row(payments.rowImports)).toContain(payments.importsFree(limits.freeScrapesPerMonth));
      expect(row({ en, da }[language].list.subscriptions)).toContain(
        `${limits.freeSearches}${limits.premiumSearches}`,
      );
      expect(text).toContain(payments.terms);
    }
  });

  // docs/spec.md, section 9.
  it('the upgrade dialog shows the monthly price and the saving of three months', () => {
    stubService({});
    open();
    expect(screen.getByText('€6.33 a month, you save €8')).toBeTruthy();
    open(null, 'da');
    expect(screen.getByRole('dialog').textContent?.replace(/\s/g, ' ')).toMatch(/6,33 €.*8 €/);
  });

  it('the upgrade dialog begins with the reason why it was opened', async () => {
    stubService({});
    for (const [reason, sentence] of Object.entries((await accountTexts.load('en')).payments.reason)) {
      open(reason as UpgradeReason);
      expect(screen.getByText(sentence)).toBeTruthy();
    }
  });

  it('the upgrade dialog opens checkout once, in the reader’s language, and says so', async () => {
    signIn();
    const requests = stubService({ ...planAnswers(freeWire), [subscriptionCheckout]: redirect });
    open();
    await press('Choose Premium (3 Months)');
    await waitFor(() => expect(assign).toHaveBeenCalledWith(redirect.body.url));
    const button = screen.getByRole('button', { name: 'Opening checkout…' });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(button);
    await press('Buy Lifetime Deal Hunter');
    const sent = requests.filter(({ key }) => key.startsWith('POST'));
    expect(sent.map(({ body }) => body)).toEqual([{ planType: 'premium_quarterly', language: 'en' }]);
  });

  it('the upgrade dialog works again when the browser restores the page from its cache', async () => {
    signIn();
    stubService({ ...planAnswers(freeWire), [subscriptionCheckout]: redirect });
    open();
    await press('Choose Premium Monthly');
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    const shown = new Event('pageshow');
    Object.assign(shown, { persisted: true });
    fireEvent(window, shown);
    await press('Choose Premium Monthly');
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  });

  it('the upgrade dialog buys a boost and the price unlock with their own routes', async () => {
    signIn();
    const key = 'POST /api/payments/create-microtransaction-checkout';
    const refused = { status: 500, body: { error: 'x', code: 'internal' } };
    const requests = stubService({ ...planAnswers(freeWire), [key]: refused });
    open();
    await press('Buy Premium (10 Days)');
    await screen.findByRole('alert');
    await press('Unlock market values');
    await waitFor(() => expect(requests.filter((request) => request.key === key)).toHaveLength(2));
    expect(requests.filter((request) => request.key === key).map(({ body }) => body)).toEqual([
      { transactionType: 'deal_finder_boost', language: 'en' },
      { transactionType: 'unlock_price', language: 'en' },
    ]);
  });

  // docs/spec.md, sections 2 and 8.
  it('the upgrade dialog shows the server’s error, or the sentence of the specification if there is none', async () => {
    signIn();
    const answers = [
      { status: 409, body: { error: 'You already have this plan.', code: 'already_subscribed' } },
      { status: 502, body: 'Bad Gateway' },
    ];
    stubService({ ...planAnswers(freeWire), [subscriptionCheckout]: () => answers.shift()! });
    open();
    await press('Choose Premium Monthly');
    const inside = () => within(screen.getByRole('dialog')).findByRole('alert');
    expect((await inside()).textContent).toBe('You already have this plan.');
    await press('Choose Premium Monthly');
    await waitFor(async () => expect((await inside()).textContent).toBe('Failed to create checkout session'));
    expect(assign).not.toHaveBeenCalled();
  });

  it('the upgrade dialog shows the server’s English error in Danish', async () => {
    signIn();
    const refusal = {
      status: 409,
      body: { error: 'You already have this plan.', code: 'already_subscribed' },
    };
    stubService({ ...planAnswers(freeWire), [subscriptionCheckout]: refusal });
    open(null, 'da');
    await press('Vælg Premium månedlig');
    const text = (await screen.findByRole('alert')).textContent ?? '';
    expect(text).not.toBe('');
    expect(text).not.toContain('already');
  });

  it('the upgrade dialog asks visitors to sign in and sends nothing', async () => {
    const requests = stubService({});
    const onClose = open();
    await press('Choose Premium Monthly');
    expect((await screen.findByRole('alert')).textContent).toContain('Not authenticated');
    expect(requests).toEqual([]);
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('the upgrade dialog marks a subscriber’s plan and offers upgrades only', async () => {
    signIn();
    stubService(planAnswers({ ...monthlyWire, plan_type: 'premium_quarterly' }));
    open();
    expect(await screen.findByRole('heading', { name: 'Change your plan' })).toBeTruthy();
    expect(await screen.findByText('Your plan')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Switch to Lifetime Deal Hunter' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Premium Monthly/ })).toBeNull();
    expect(screen.getByText('Already unlocked')).toBeTruthy();
    expect(screen.getByText(/10 more days/)).toBeTruthy();
  });
});

describe('a promotion code', () => {
  const redeem = 'POST /api/payments/redeem-code';
  const enter = async (code: string) => {
    fireEvent.change(await screen.findByLabelText('Promotion code'), { target: { value: code } });
    await press('Unlock with code');
  };

  it('a promotion code unlocks market values without payment and refreshes the plan', async () => {
    signIn();
    const unlocked = { ...freeWire, price_unlocked: true };
    let plan = freeWire;
    const requests = stubService({
      'GET /api/payments/subscription': () => planAnswers(plan)['GET /api/payments/subscription'],
      'GET /api/payments/check-premium': () => planAnswers(plan)['GET /api/payments/check-premium'],
      [redeem]: () => {
        plan = unlocked;
        return { body: { success: true, subscription: unlocked } };
      },
    });
    open();
    await enter(' FRIT-SYN ');
    expect(await screen.findByText('Already unlocked')).toBeTruthy();
    expect(requests.find(({ key }) => key === redeem)?.body).toEqual({ code: 'FRIT-SYN' });
  });

  it('an invalid promotion code shows an error beside the field', async () => {
    signIn();
    const body = { error: 'This code is not valid.', code: 'promotion_code_invalid' };
    stubService({ ...planAnswers(freeWire), [redeem]: { status: 400, body } });
    open();
    await enter('NOPE');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid.');
  });
});
