const texts = {
  testMode: 'Test shop',
  testNote: 'No real money moves here. Any e-mail address will do.',
  back: 'Back to {shop}',
  pay: 'Pay {amount}',
  subscribe: 'Subscribe for {amount}',
  completeFree: 'Complete the order',
  subscribeTo: 'Subscribe to {product}',
  buy: 'Pay for {product}',
  sum: 'Total',
  total: 'Due today',
  vat: 'Prices include VAT.',
  renews: 'Renews at {amount} {interval} until you cancel.',
  code: 'Promotion code',
  addCode: 'Apply',
  removeCode: 'Remove',
  contact: 'Contact',
  email: 'E-mail',
  card: 'Card',
  number: 'Card number',
  expiry: 'Expiry (MM / YY)',
  securityCode: 'Security code',
  name: 'Name on the card',
  testCards: 'Test cards',
  fill: 'Use',
  confirmTitle: 'Confirm the payment',
  confirmText:
    'Your bank asks whether it is you who pays {amount} to {shop}. This is a rehearsal of its page.',
  confirm: 'Confirm',
  refuse: 'That was not me',
  authenticationFailed: 'We could not authenticate your card. Please try again or use another card.',
  closedTitle: 'This page is closed',
  closedComplete: 'This order is already paid.',
  closedExpired: 'This checkout has expired. Nothing was charged.',
  notFound: 'There is nothing here.',
  emailMissing: 'Enter an e-mail address, such as name@example.dk.',
  portalTitle: 'Your plan and payments',
  noSubscription: 'No subscription at the moment.',
  renewsOn: 'Renews on {date}.',
  endsOn: 'Ends on {date}. It will not renew.',
  pastDue: 'The last payment failed. Change the card to keep the subscription.',
  cancelPlan: 'Cancel at the end of the period',
  keepPlan: 'Keep the subscription',
  switchPlan: 'Change to {product}, {amount} {interval}',
  confirmSwitch: 'Change to {product}',
  confirmSwitchText:
    'From today you pay {amount} {interval} instead of {before}. What is left of the current period is taken off.',
  dueToday: 'Charged today',
  confirmAndPay: 'Confirm and pay {amount}',
  payments: 'Payments',
  noPayments: 'No payments yet.',
  changeCard: 'Change card',
  cardNow: 'Card ending in {last4}, valid until {expiry}.',
  noCard: 'No card on file.',
  saveCard: 'Save card',
  saved: 'Saved.',
  receipt: 'Receipt',
  invoice: 'Invoice {number}',
  paidOn: 'Paid {date}',
  notPaid: 'Not paid',
  refunded: 'Refunded {amount}',
  discount: 'Discount',
  credit: 'From your balance',
};

type Every = { interval: string; interval_count: number } | null;
/** The words of the shop's pages. `{shop}` is the account's name. */
export type Words = {
  shop: string;
  /** A text with its {places} filled. */
  say(name: keyof typeof texts, places?: Readonly<Record<string, string>>): string;
  money(cents: number, currency?: string): string;
  date(epochSeconds: number): string;
  interval(every: Every): string;
};

function intervalText(every: Every): string {
  if (!every) return '';
  const { interval, interval_count: count } = every;
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
}

export const wordsOf = (shop: string): Words => ({
  shop,
  say: (name, places = {}) =>
    texts[name].replaceAll(/\{(\w+)\}/g, (_, place: string) => ({ shop, ...places })[place] ?? ''),
  money: (cents, currency = 'eur') =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency: currency.toUpperCase() }).format(
      cents / 100,
    ),
  date: (seconds) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Copenhagen' }).format(
      seconds * 1000,
    ),
  interval: intervalText,
});
