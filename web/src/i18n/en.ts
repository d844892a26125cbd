import { planNames } from '#core/payments/plan.ts';
import { card, deals, filters, list } from './en/cars.ts';
import { failures } from './en/failures.ts';
import { home } from './en/home.ts';
import { count } from './format.ts';

const common = {
  close: 'Close',
  undo: 'Undo',
  tryAgain: 'Try again',
  backToHome: 'Back to Home',
  email: 'E-mail',
  password: 'Password',
  show: 'Show',
  hide: 'Hide',
  loading: 'Loading…',
  status: 'Status',
};

const time = {
  justNow: 'Just now',
  minutesAgo: (count: number) => `${count}m ago`,
  hoursAgo: (count: number) => `${count}h ago`,
  daysAgo: (count: number) => `${count}d ago`,
};

/** Previews of a pasted link; refusals are in `failures.ts`. */
const links = {
  search: (what: string) => `This search can be imported: ${what}.`,
  item: (site: string) => `This is a single car on ${site}. It can be imported.`,
  share:
    'This is a shared link. Facebook often shows what is behind it only to people who are logged in. If Facebook turns us away, the import is not counted. In that case, open the link and copy the address from the address bar.',
  wall: 'If Marketplace shows it only to people who are logged in, the import is not counted, and the Bilfund button brings the cars from your own browser.',
  button: 'How the button works',
};

const shell = {
  skipToContent: 'Skip to content',
  skipToCars: 'Skip to cars',
  skipToFilters: 'Skip to filters',
  search: 'Search cars, brands, or descriptions',
  searchLabel: 'Search',
  language: 'Language',
  help: 'Help',
  menu: 'Menu',
  howWeRate: 'How we rate',
  logIn: 'Log in',
  getStarted: 'Get started',
  signOut: 'Sign out',
  greeting: (name: string) => `Hi, ${name}`,
  premiumActive: 'Premium Active',
  upgrade: 'Upgrade to Premium',
  terms: 'Terms',
  privacy: 'Privacy',
  changelog: 'Changelog',
  demoNote: 'Photos in this demo are drawings',
  noOperator: 'This site does not say who runs it.',
  footerNote: 'Asking prices, not sale prices',
  offline: 'You are offline. This is the last version we saved.',
  updateReady: 'A new version of Bilfund is ready.',
  update: 'Update',
  notFoundTitle: 'Page Not Found',
  notFoundText: 'The link may be old or mistyped.',
  brokenTitle: 'Something went wrong on this page',
  brokenText:
    'Nothing you saved is lost. Load the page again; if it keeps happening, tell us what you were doing.',
  reload: 'Load the page again',
};

const accounts = {
  logInLead: 'Your starred cars, lists and imports are where you left them.',
  noAccount: 'No account yet?',
  register: 'Create an account',
  forgot: 'Forgot your password?',
  registerLead: 'Free to start. No card needed.',
  confirmPassword: 'Confirm password',
  createAccount: 'Create account',
  haveAccount: 'Already have an account?',
  passwordHint: 'At least 6 characters',
  mismatch: 'Passwords do not match',
  registeredTitle: 'Registration Successful!',
  registeredText: 'Please check your email to confirm your account.',
  agree: 'By creating an account you accept the',
  agreeTerms: 'terms',
  agreeAnd: 'and the',
  agreePrivacy: 'privacy policy',
  confirmTitle: 'Confirm your account',
  confirmLead: (email: string) => `We sent a code to ${email}. Enter it here.`,
  confirmLeadNoEmail: 'We sent you a code by e-mail. Enter it here.',
  haveCode: 'I have a code',
  code: 'Code',
  confirm: 'Confirm',
  resend: 'Send a new code',
  resendIn: (seconds: number) => `Send a new code (in ${seconds} s)`,
  otherAddress: 'Use another address',
  linkWaits: 'We saved your link. You can import it as soon as you are logged in.',
  resent: 'A new code is on its way.',
  confirmed: 'Your account is confirmed. You can log in now.',
  forgotTitle: 'Set a new password',
  forgotLead: 'We send a code to your e-mail. It lets you choose a new password.',
  sendCode: 'Send the code',
  resetLead: (email: string) => `If there is an account for ${email}, a code is on its way.`,
  resetLeadFromMail: 'Type the e-mail address of your account and choose a new password.',
  newPassword: 'New password',
  setPassword: 'Set the new password',
  passwordSet: 'Your new password is set. You can log in now.',
  backToLogin: 'Back to log in',
  working: 'One moment…',
};

/** Plans as the home page names them; what the upgrade dialog adds is loaded with it. */
const plans = {
  name: planNames.en,
  freeNote: (scrapes: number) =>
    `${count(scrapes, 'import', 'imports')} a month, every car but the amazing deals`,
  monthlyNote: 'a month, unlimited imports, every deal',
  quarterlyNote: (perMonth: string, saved: string) => `${perMonth} a month, you save ${saved}`,
  lifetimeNote: 'paid once, yours for good',
  boostNote: (days: number) => `${days} days of Premium, no renewal`,
  aboutKroner: (amount: string) => `about ${amount}`,
  inEuro: (rate: string) =>
    `You pay in euro. The amounts in kroner are at the krone’s central rate of ${rate} kr.; your bank’s may differ a little.`,
  other: 'Without a subscription',
  unlockNote: 'Market values of all cars you can open',
  startFree: 'Start free',
  seePlans: 'What it includes',
};

/** English is the default language, and the type that every other language satisfies. */
export const en = {
  common,
  time,
  shell,
  failures,
  links,
  accounts,
  home,
  list,
  filters,
  card,
  deals,
  plans,
};

export type Texts = typeof en;
