import { type MarketplaceId, shortNames } from '#core/marketplaces/marketplace-id.ts';
import { groupThousands, joinNames } from '#core/shared.ts';
import { count } from '../format.ts';
import { everyMinutes } from './intervals.ts';

export const imports = {
  submit: 'Import cars',
  submitShort: 'Import',
  running: 'Importing…',
  submitNext: 'Import next',
  inLine: (place: number, name: string) =>
    `${place === 1 ? 'Next' : `Number ${place} in the queue`}: ${name}`,
  takeOut: (name: string) => `Remove ${name} from the queue`,
  left: (left: number, limit: number) => `${left} of ${count(limit, 'import', 'imports')} left this month`,
  unlimited: 'Unlimited imports',
  switchedOff:
    'We do not fetch searches here. Press the Bilfund button on a search you have open, or drop a saved page here.',
  follow: 'Repeat this search every hour for a week',
  followed: 'We repeat this search every hour for a week and tell you about new cars.',
  followFailed: (reason: string) => `The automated search was not set up: ${reason}`,
  followCreateFailed: 'Failed to create the automated search',
  firstLead: 'No link at hand? Start with one of these:',
  newestIn: (town: string) => `Newest in ${town}`,
  moreWays: 'More ways to import',
  moreWaysShort: 'More ways',
  saveTitle: 'Or add a saved page',
  saveText:
    'Search in your own browser, save the page (HTML only) and drop it here. Only you see these cars.',
  button: 'Or press the Bilfund button on the search you have open',
  shortcut: 'Share to Bilfund from your iPhone',
  buttonInstead: 'Use the Bilfund button',
  plate: 'Or value one car by its number plate',
  plateInstead: 'Value one car by its plate',
  choose: 'choose a file',
  dropHere: 'Drop the saved page here',
  reading: 'Reading the page…',
  pageRead: (cars: number) => `${count(cars, 'car', 'cars')} found in the page`,
  rejected: (rejected: number) => `${count(rejected, 'entry was', 'entries were')} not a car for sale.`,
  lineTitle: (site: string) => `Importing from ${site}`,
  queued: 'Queued',
  scraping: 'Reading the search',
  ocr: 'Reading plates in the photos',
  tjekbil: 'Asking the vehicle register',
  completed: 'Done',
  failed: 'Stopped',
  segmentScraping: 'Listings',
  segmentOcr: 'Photos',
  segmentTjekbil: 'Register',
  segmentCompleted: 'Rated',
  soFar: (done: number, found: number) => `${done} of ${count(found, 'car', 'cars')}`,
  joined: (ads: number) => `${count(ads, 'ad', 'ads')} of cars already counted`,
  none: 'No cars found yet',
  hide: 'Hide progress',
  checked: (cars: number) => `${count(cars, 'car', 'cars')} checked`,
  unread: (cars: number) => `${count(cars, 'ad', 'ads')} could not be read`,
  startFailed: 'Failed to import cars',
  failedTitle: 'The import ended without cars.',
  notCharged: 'This import was not counted.',
};

/** A search that the reader's own browser opens again. */
export const watch = {
  start: 'Watch in my browser',
  starting: 'One moment…',
  howOften: 'How often',
  every: everyMinutes,
  linkLabel: `Link to a search on ${joinNames(Object.values(shortNames), 'or')}`,
  note: `Works for ${joinNames(Object.values(shortNames), 'and')}: while your browser runs, it opens the search itself and sends us the page; we do not visit it. It needs the Bilfund extension, connected with your account in a browser on a computer.`,
  about: 'About the extension, and how to connect it',
  started:
    'The search is on your list for a week. A connected browser begins within a quarter of an hour while it runs.',
};

/** Which cars of an import to look at first. */
export const firstLook = {
  title: 'Worth a look first',
  soon: 'When all cars are rated, this shows which ones to open first.',
  below: (below: number, total: number) =>
    below === 0
      ? `None of ${count(total, 'car', 'cars')} is priced below the market.`
      : `${below} of ${count(total, 'car', 'cars')} ${below === 1 ? 'is' : 'are'} priced below the market.`,
  fair: (fair: number, total: number) =>
    fair === 0
      ? `None of ${count(total, 'car', 'cars')} you can see has a fair price.`
      : `${fair} of ${count(total, 'car', 'cars')} you can see ${fair === 1 ? 'has' : 'have'} a fair price.`,
  picks: 'Look at these cars first',
  bestFirst: 'Show the best deals first',
  withPlan: 'With Premium you also see which are priced below the market, and by how much.',
  withPlanAmazing: 'With Premium you also see the amazing deals.',
  plans: 'See the plans',
};

/** The recorded import of the home page. */
export const recorded = {
  pause: 'Pause',
  resume: 'Continue',
  again: 'Watch again',
  toEnd: 'Skip to the end',
  note: (times: number) =>
    `An example search, recorded with a Premium account and shown ${times} times as fast. The cars are invented.`,
  cars: 'The cars of this import, newest first',
  summary: (cars: number, amazing: number) => `${count(cars, 'car', 'cars')} rated, ${amazing} amazing`,
  took: (seconds: number) => `All in ${count(seconds, 'second', 'seconds')}, from one pasted link.`,
};

/** Why an import ended without cars; each says what a person can do about it. */
export const importFailures = (source: MarketplaceId) => {
  const site = shortNames[source];
  const way = 'press the Bilfund button there, or save the page and drop it here';
  return {
    timeout: `${site} did not answer in time. Wait a little and try again.`,
    network: `We lost the connection to ${site}. Try again in a moment.`,
    rate_limited: `${site} asked us to slow down. Try again in an hour.`,
    login_wall: `${site} wanted a login for this search. Open it in your own browser and ${way}.`,
    checkpoint: `${site} asked for a security check, which we do not try to pass. Open the search in your own browser and ${way}.`,
    consent_wall: `${site} showed a consent page instead of the search. Try again later, or add a saved page.`,
    withheld: `${site} did not show this to visitors without an account. Open it in your own browser and ${way}. A shared link: open it, then copy the address from the address bar.`,
    listing_removed: `This listing is no longer on ${site}.`,
    location_not_recognised: `${site} did not know the place in the link and showed another one. Choose the place again and copy the new link.`,
    search_not_understood: `${site} does not know one of the filters in the link and showed other cars. Set the filters there again, then copy the new link.`,
    closed_to_robots: `${site} blocks automated access to this page. Open it yourself and ${way}.`,
    budget_spent: `We ask ${site} for a limited number of pages an hour, and they are used up. Please try again in an hour.`,
    layout_changed: `${site} has changed its page and we could not read it. We have been told and are looking into it.`,
    unknown_page: `${site} showed a page that we do not know. Check that the link opens a search for cars.`,
    empty: 'The search has no cars. Try wider criteria.',
    internal: 'Something went wrong on our side. We have been told.',
    other: 'The import ended without cars.',
  };
};

export const history = {
  title: 'Import history',
  cutOff: (read: number | null, site: string) =>
    `${read === null ? '' : `${count(read, 'ad', 'ads')} read, then `}${site} showed no more to visitors. This import was not counted.`,
  leftOut: (parts: string) => `Left out: ${parts}.`,
  leftOutBy: {
    unreadable: (ads: number) => `${groupThousands(ads)} could not be read`,
    not_asked_for: (ads: number) => `${groupThousands(ads)} outside the search`,
    not_for_sale: (ads: number) =>
      `${count(ads, 'ad that was not a car', 'ads that were not cars')} for sale`,
    beyond_limit: (ads: number) => `${groupThousands(ads)} skipped (limit per page)`,
    same_car: (ads: number) => `${groupThousands(ads)} identical to a car read today at another price`,
  },
  moreLeftOut: (more: number) => `and ${groupThousands(more)} more`,
  totalScrapes: 'Imports in total',
  carsAdded: 'Cars Added',
  last30Days: 'Last 30 Days',
  kind: 'Kind of import',
  manual: 'Manual',
  automatic: 'Automatic',
  page: 'Pages of yours',
  started: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  added: (cars: number) => `${count(cars, 'car', 'cars')} added`,
  openLink: 'Open the search',
  savedPage: 'Page from your browser',
  loadMore: 'Load More',
  loadFailed: 'The import history could not be loaded',
  notActivated: 'The import history is not switched on here.',
  empty: 'No imports yet',
  emptyText: 'Every import you make is listed here with its result.',
};
