export const common = {
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

export const time = {
  justNow: 'Just now',
  minutesAgo: (count: number) => `${count}m ago`,
  hoursAgo: (count: number) => `${count}h ago`,
  daysAgo: (count: number) => `${count}d ago`,
};

/** Previews of a pasted link; refusals are in `failures.ts`. */
export const links = {
  search: (what: string) => `This search can be imported: ${what}.`,
  item: (site: string) => `This is a single car on ${site}. It can be imported.`,
  share:
    'This is a shared link. Facebook often shows what is behind it only to people who are logged in. If Facebook turns us away, the import is not counted. In that case, open the link and copy the address from the address bar.',
  wall: 'If Marketplace shows it only to people who are logged in, the import is not counted, and the Bilfund button brings the cars from your own browser.',
  button: 'How the button works',
};

export const shell = {
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
