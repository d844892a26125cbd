import { StripeFailure } from '../wire/stripe-failure.ts';

/** What a test card does. `onSession`: a person is at the screen; a renewal is off session. */
export type CardBehavior = 'pays' | 'declines' | 'asks' | 'declines_off_session' | 'is_disputed';
export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard';
  behavior: CardBehavior;
  code?: string;
  declineCode?: string;
  message?: string;
  /** The ready-made payment method that Stripe's test mode keeps for this card. */
  method?: string;
};

/** Stripe's own test numbers, those that a shop like ours meets. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behavior: 'pays', method: 'pm_card_visa' },
  { number: '5555555555554444', brand: 'mastercard', behavior: 'pays', method: 'pm_card_mastercard' },
  {
    ...{ number: '4000000000000002', brand: 'visa', behavior: 'declines', code: 'card_declined' },
    ...{ declineCode: 'generic_decline', message: 'Your card was declined.' },
    method: 'pm_card_visa_chargeDeclined',
  },
  {
    ...{ number: '4000000000009995', brand: 'visa', behavior: 'declines', code: 'card_declined' },
    ...{ declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  {
    ...{ number: '4000000000000069', brand: 'visa', behavior: 'declines', code: 'expired_card' },
    ...{ declineCode: 'expired_card', message: 'Your card has expired.' },
    method: 'pm_card_chargeDeclinedExpiredCard',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behavior: 'asks',
    method: 'pm_card_authenticationRequiredOnSetup',
  },
  {
    ...{ number: '4000000000000341', brand: 'visa', behavior: 'declines_off_session', code: 'card_declined' },
    ...{
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
      method: 'pm_card_chargeCustomerFail',
    },
  },
  { number: '4000000000000259', brand: 'visa', behavior: 'is_disputed', method: 'pm_card_createDispute' },
];

/** The check digit of card numbers. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

const cardError = (message: string, code: string, param: string, declineCode?: string) =>
  new StripeFailure(402, 'card_error', message, {
    code,
    param,
    ...(declineCode && { decline_code: declineCode }),
  });

/** The test card of a number; real cards are refused as Stripe's test mode refuses them. */
export function cardByNumber(number: string): TestCard {
  const digits = number.replaceAll(/[\s-]/g, '');
  const card = testCards.find((one) => one.number === digits);
  if (card) return card;
  if (!hasCheckDigit(digits)) throw cardError('Your card number is incorrect.', 'incorrect_number', 'number');
  const words =
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing.';
  throw cardError(words, 'card_declined', 'number', 'test_mode_live_card');
}

/** Month and year of "12/34" or "12 / 2034"; throws when they are none, or past at `now` (epoch seconds). */
export function readExpiry(said: string, now: number): { month: number; year: number } {
  const [, monthText = '', yearText = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(said) ?? [];
  const month = Number(monthText);
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  if (!(month >= 1 && month <= 12))
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  if (Date.UTC(year, month) / 1000 <= now)
    throw cardError("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  return { month, year };
}

export function checkSecurityCode(said: string): void {
  if (!/^\d{3,4}$/.test(said.trim()))
    throw cardError("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
}
