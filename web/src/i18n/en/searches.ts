import { groupThousands } from '#core/shared.ts';
import { count } from '../format.ts';
import { everyMinutes, span } from './intervals.ts';

export const searches = {
  lead: 'A search is repeated by us or, where it says so, by your own browser. You are told about each new car once.',
  used: (used: number, limit: number) => `${used} of ${count(limit, 'search', 'searches')} running`,
  placeholder: 'Paste a Marketplace search link',
  add: 'Repeat this search',
  addShort: 'Repeat',
  adding: 'One moment…',
  limitFree: 'The free plan repeats one search at a time. Premium repeats three.',
  limitPremium: 'Three searches are already running. Cancel one of them first.',
  loadFailed: 'Failed to load your automated searches',
  empty: 'You have no automated searches yet',
  emptyText:
    'Paste a Marketplace search above, or filter the list and press “Tell me about new ones”. We search every hour for a week, and you can extend it.',
  remaining: 'Time left',
  days: (days: number, hours: number) =>
    days > 0 ? `${count(days, 'day', 'days')} ${hours} h` : count(hours, 'hour', 'hours'),
  lessThanAnHour: 'Less than an hour',
  expired: 'Expired',
  active: 'Running',
  paused: 'Paused',
  frequency: 'Frequency',
  every: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`),
  stretched: 'Many searches are running, so each runs a little less often than every hour.',
  started: 'Started',
  nextRun: 'Next search',
  nextRunIn: (minutes: number) => {
    if (minutes <= 0) return 'Now';
    if (minutes < 60) return `In ${count(minutes, 'minute', 'minutes')}`;
    return `In ${count(Math.round(minutes / 60), 'hour', 'hours')}`;
  },
  lastRun: 'Last search',
  lastResult: (found: number, fresh: number) =>
    `${count(found, 'car', 'cars')}, ${groupThousands(fresh)} of them new`,
  noRunYet: 'Not yet',
  stoppedRepeating: 'We have stopped repeating this search.',
  extendToRetry: 'Extend it to try again.',
  name: 'Name of the search',
  saveName: 'Save',
  rename: (title: string) => `Rename ${title}`,
  nameless: 'Without a name, the search is called after its filters.',
  extend: 'Extend to 7 days',
  extended: 'The automated search is extended to 7 days from now!',
  extendFailed: 'Failed to extend the automated search',
  mute: 'Mute',
  unmute: 'Unmute',
  muteIt: (title: string) => `Mute ${title}`,
  unmuteIt: (title: string) => `Unmute ${title}`,
  muted: 'Muted: you are told nothing of its cars. They still come to your discoveries.',
  cancel: 'Cancel',
  cancelTitle: 'Stop this automated search?',
  cancelQuestion:
    'Are you sure you want to stop this automated search? You will no longer be told about its new cars.',
  keep: 'Keep the search',
  stop: 'Stop the search',
  cancelled: 'The automated search is stopped',
  cancelFailed: 'Failed to stop the automated search',
  browser: {
    note: 'Watched in your browser: we see this search only when your browser sends its page.',
    overdue: (minutes: number) =>
      `It has not been sent for longer than ${span(minutes)}, so we know nothing newer.`,
    every: everyMinutes,
    intervalChanged: 'Your browser is told of the new interval when it next asks.',
    intervalFailed: 'Failed to change the interval',
    lastSeen: 'Last seen',
    timesSeen: 'Seen',
    times: (times: number) => count(times, 'time', 'times'),
    lastFound: 'What had changed',
    found: (found: { new: number; dropped: number; back: number; gone: number }) => {
      const parts = [
        found.new > 0 && count(found.new, 'new', 'new'),
        found.dropped > 0 && count(found.dropped, 'cheaper', 'cheaper'),
        found.back > 0 && count(found.back, 'back again', 'back again'),
        found.gone > 0 && count(found.gone, 'no longer among the results', 'no longer among the results'),
      ];
      return parts.filter(Boolean).join(', ') || 'Nothing';
    },
  },
  feed: {
    open: 'Feed',
    about:
      'Your feed reader, or a program, can fetch the cars that this search found in the last seven days. Whoever has the address can read them and the search’s name, but sees no market values, and of an amazing deal only that there is one.',
    make: 'Make an address',
    renew: 'New address, end the former',
    end: 'End the feed',
    since: (day: string) => `The feed has had an address since ${day}. It was shown once.`,
    shownOnce: 'Copy what you need now: the addresses are not shown again.',
    copy: 'Copy',
    copyThis: (name: string) => `Copy the ${name} address`,
    copied: 'Copied',
    copyFailed: 'Your browser did not allow that. Select the address and copy it.',
    failed: 'The feed could not be changed',
  },
  rule: {
    open: 'What you are told',
    title: (name: string) => `What “${name}” tells you`,
    news: {
      new_cars: 'New cars',
      amazing: 'Amazing deals, also cars that become one later',
      entered: 'Cars that were there before and fit only now, because their price or mileage changed',
      price_drop: 'Price drops of cars that the search found',
      below_market: 'Cars far below the market',
      gone: 'Cars of the search that are sold or gone',
    },
    leastKroner: 'By at least, in kr.',
    leastPercent: 'Or by at least, in %',
    anyDrop: 'With both empty: any drop from 100 kr. on.',
    belowPercent: 'At least this many % below the market',
    belowLocked: 'Market values are part of Premium.',
    avoidHint:
      'You are told nothing of cars that have one of these words in the title or anywhere in the description.',
    tryIt: 'Try it on the last 30 days',
    trying: 'One moment…',
    tried: (times: number, days: number) =>
      times === 0
        ? `In the last ${count(days, 'day', 'days')} it would have told you nothing.`
        : `In the last ${count(days, 'day', 'days')} it would have told you ${count(times, 'time', 'times')}.`,
    unwatched: 'We have not watched this search for a day yet, so there is nothing to try it on.',
    watched: (days: number) =>
      `We have watched this search for ${count(days, 'day', 'days')}; nothing is known from before.`,
    atLeast: 'More cars fit than we look at: it would have been at least that often.',
    withoutAmazing: 'Cars that are amazing deals now are not counted: which they are is part of Premium.',
    examples: 'The newest',
    kinds: {
      new_cars: 'New',
      amazing_deal: 'Amazing deal',
      price_drop: 'Price drop',
      below_market: 'Below the market',
      car_gone: 'Sold or gone',
    },
    before: (price: string) => `before ${price}`,
    tryFailed: 'Failed to try it',
    save: 'Save',
    saved: 'Saved. It counts from now on.',
    saveFailed: 'Failed to save what you are told',
    close: 'Close',
  },
  openList: 'Open in the list',
  openOriginal: (site: string) => `Open the search on ${site}`,
};
