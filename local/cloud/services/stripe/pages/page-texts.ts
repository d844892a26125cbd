/** The words of the shop's pages, in English and Danish. `{shop}` is the account's name. */
export type Language = 'en' | 'da';

const en = {
  testMode: 'Test shop',
  testNote: 'No real money moves here. Any e-mail address will do.',
  back: 'Back to {shop}',
  pay: 'Pay {amount}',
  subscribe: 'Subscribe for {amount}',
  completeFree: 'Complete the order',
  subscribeTo: 'Subscribe to {product}',
  buy: 'Pay for {product}',
  perInterval: 'per {interval}',
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

export type Texts = typeof en;

const da: Texts = {
  testMode: 'Testbutik',
  testNote: 'Der flyttes ingen rigtige penge her. Enhver e-mailadresse kan bruges.',
  back: 'Tilbage til {shop}',
  pay: 'Betal {amount}',
  subscribe: 'Abonnér for {amount}',
  completeFree: 'Gennemfør bestillingen',
  subscribeTo: 'Abonnér på {product}',
  buy: 'Betal for {product}',
  perInterval: 'pr. {interval}',
  sum: 'I alt',
  total: 'At betale i dag',
  vat: 'Priserne er inkl. moms.',
  renews: 'Fornyes for {amount} {interval}, indtil du opsiger.',
  code: 'Rabatkode',
  addCode: 'Brug',
  removeCode: 'Fjern',
  contact: 'Kontakt',
  email: 'E-mail',
  card: 'Kort',
  number: 'Kortnummer',
  expiry: 'Udløber (MM / ÅÅ)',
  securityCode: 'Kontrolcifre',
  name: 'Navn på kortet',
  testCards: 'Testkort',
  fill: 'Brug',
  confirmTitle: 'Godkend betalingen',
  confirmText: 'Din bank spørger, om det er dig, der betaler {amount} til {shop}. Det her er kun en øvelse.',
  confirm: 'Godkend',
  refuse: 'Det var ikke mig',
  authenticationFailed: 'Dit kort kunne ikke godkendes. Prøv igen, eller brug et andet kort.',
  closedTitle: 'Siden er lukket',
  closedComplete: 'Bestillingen er allerede betalt.',
  closedExpired: 'Betalingen er udløbet. Der er ikke trukket noget.',
  notFound: 'Her er ikke noget.',
  emailMissing: 'Skriv en e-mailadresse, for eksempel navn@eksempel.dk.',
  portalTitle: 'Dit abonnement og dine betalinger',
  noSubscription: 'Du har ikke noget abonnement lige nu.',
  renewsOn: 'Fornyes den {date}.',
  endsOn: 'Slutter den {date} og fornyes ikke.',
  pastDue: 'Den seneste betaling gik ikke igennem. Skift kort for at beholde abonnementet.',
  cancelPlan: 'Opsig ved periodens udløb',
  keepPlan: 'Behold abonnementet',
  switchPlan: 'Skift til {product}, {amount} {interval}',
  confirmSwitch: 'Skift til {product}',
  confirmSwitchText:
    'Fra i dag betaler du {amount} {interval} i stedet for {before}. Resten af den nuværende periode trækkes fra.',
  dueToday: 'Trækkes i dag',
  confirmAndPay: 'Bekræft og betal {amount}',
  payments: 'Betalinger',
  noPayments: 'Ingen betalinger endnu.',
  changeCard: 'Skift kort',
  cardNow: 'Kort, der ender på {last4}, gyldigt til {expiry}.',
  noCard: 'Intet kort gemt.',
  saveCard: 'Gem kortet',
  saved: 'Gemt.',
  receipt: 'Kvittering',
  invoice: 'Faktura {number}',
  paidOn: 'Betalt {date}',
  notPaid: 'Ikke betalt',
  refunded: '{amount} tilbagebetalt',
  discount: 'Rabat',
  credit: 'Fra din saldo',
};

const texts: Readonly<Record<Language, Texts>> = { en, da };

/** What card errors say in Danish; in English they are Stripe's own words. */
const danishFailures: Readonly<Record<string, string>> = {
  generic_decline: 'Dit kort blev afvist.',
  insufficient_funds: 'Der er ikke penge nok på kontoen.',
  expired_card: 'Dit kort er udløbet.',
  incorrect_number: 'Kortnummeret er ikke rigtigt.',
  test_mode_live_card: 'Kortet blev afvist. Testbutikken tager kun testkort.',
  invalid_expiry_month: 'Udløbsmåneden er ikke rigtig.',
  invalid_expiry_year: 'Udløbsåret er ikke rigtigt.',
  invalid_cvc: 'Kontrolcifrene er ikke rigtige.',
  'This code is invalid.': 'Koden er ugyldig.',
  'This promotion code is no longer valid.': 'Rabatkoden gælder ikke længere.',
  'This coupon is no longer valid.': 'Rabatkoden gælder ikke længere.',
  'This promotion code does not apply to the items of this purchase.':
    'Rabatkoden gælder ikke for det, du køber her.',
  'This promotion code cannot be redeemed by this customer.': 'Rabatkoden er ikke til dig.',
  'This promotion code cannot be redeemed because the associated customer has prior transactions.':
    'Rabatkoden gælder kun for dit første køb.',
  'This promotion code cannot be redeemed because the amount is below its minimum.':
    'Beløbet er for lille til rabatkoden.',
};

export type Words = {
  language: Language;
  /** The account's name. */
  shop: string;
  /** A text with its {places} filled. */
  say(name: keyof Texts, places?: Readonly<Record<string, string>>): string;
  money(cents: number, currency?: string): string;
  date(epochSeconds: number): string;
  interval(every: { interval: string; interval_count: number } | null): string;
  /** A refusal in the page's language, by its code or its English words. */
  failure(message: string, code?: string): string;
};

const danishUnits: Readonly<Record<string, string>> = { day: 'dag', week: 'uge', month: 'måned', year: 'år' };

function intervalText(
  language: Language,
  every: { interval: string; interval_count: number } | null,
): string {
  if (!every) return '';
  const { interval, interval_count: count } = every;
  if (language === 'en') return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
  const unit = danishUnits[interval] ?? interval;
  return count === 1 ? `pr. ${unit}` : `hver ${count}. ${unit}`;
}

export function wordsOf(language: Language, shop: string): Words {
  const locale = language === 'da' ? 'da-DK' : 'en-GB';
  return {
    language,
    shop,
    say: (name, places = {}) =>
      texts[language][name].replaceAll(
        /\{(\w+)\}/g,
        (_, place: string) => ({ shop, ...places })[place] ?? '',
      ),
    money: (cents, currency = 'eur') =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() }).format(
        cents / 100,
      ),
    date: (seconds) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Copenhagen' }).format(
        seconds * 1000,
      ),
    interval: (every) => intervalText(language, every),
    failure: (message, code) =>
      language === 'en' ? message : (danishFailures[code ?? ''] ?? danishFailures[message] ?? message),
  };
}

/** The session's language, else what the browser asks for. */
export function languageOf(
  asked: string | null,
  locale: string | null,
  accepted: string | undefined,
): Language {
  if (asked === 'da' || asked === 'en') return asked;
  if (locale === 'da') return 'da';
  if (locale?.startsWith('en')) return 'en';
  return /^\s*da\b/i.test(accepted ?? '') ? 'da' : 'en';
}
