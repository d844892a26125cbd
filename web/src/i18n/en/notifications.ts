import type { ChannelName } from '#core/alerts/settings.ts';
import { count } from '../format.ts';

export const notifications = {
  open: (unread: number) =>
    unread === 0 ? 'Notifications' : `Notifications, ${count(unread, 'unread', 'unread')}`,
  unread: (unread: number) => count(unread, 'unread', 'unread'),
  total: (total: number) => count(total, 'notification', 'notifications'),
  markAllRead: 'Mark all read',
  markAllAsRead: 'Mark all as read',
  markRead: (title: string) => `Mark as read: ${title}`,
  remove: (title: string) => `Delete: ${title}`,
  viewAll: 'View all notifications',
  loading: 'Loading notifications…',
  fetchFailed: 'Failed to fetch notifications',
  loadFailed: 'Failed to load notifications',
  empty: 'No notifications yet',
  emptyHint: 'Updates about new cars and amazing deals appear here.',
  emptyFiltered: 'No notifications match your current filters.',
  emptyScreen: "You'll see notifications here when you have new activity.",
  signInTitle: 'Authentication Required',
  signInText: 'Please log in to view your notifications.',
  back: 'Back',
  search: 'Search in these notifications',
  readState: 'Read or unread',
  all: 'All',
  unreadOnly: 'Unread only',
  readOnly: 'Read only',
  type: 'Kind',
  types: {
    all: 'All kinds',
    new_cars: 'New cars',
    amazing_deal: 'Amazing deals',
    subscription_update: 'Searches and plan',
    system: 'Other news',
  },
  previous: 'Previous',
  next: 'Next',
};

export const alerts = {
  title: 'Notification settings',
  lead: 'We never tell you the same thing twice. Nothing about you is sold.',
  kind: 'Tell me about',
  kinds: {
    new_cars: 'New cars in my searches',
    amazing_deal: 'Amazing deals',
    price_drop: 'Price drops on starred cars, cars that my searches found and cars of my own pages',
    below_market: 'Cars so far below the market as a search of mine asks for',
    car_gone:
      'Starred cars, cars that my searches found and cars of my own pages that are sold, gone or no longer seen',
    car_back: 'Starred cars and cars of my own pages that are offered again',
    car_rated: 'Starred cars and cars of my own pages without an estimate that are rated later',
    search_paused: 'Searches that are paused',
    search_ending: 'Searches that end in a day',
    search_expired: 'Searches that have ended',
    plan_changed: 'My plan and payments',
  },
  kindNotes: {
    new_cars:
      'Cars that an automated search finds and that are new to you. A search by filter counts those that came to Bilfund since you made it, also when they fit only later, because the price fell for example.',
    amazing_deal:
      'New cars of your automated searches that are amazing, and cars you starred, sent from your browser or found by a running search that become amazing later.',
    price_drop:
      'Of amazing cars with Premium only. From 100 kr. on, and by no more than half: all else we take for a correction.',
    below_market: 'Chosen for each search; for those who may see market values.',
    car_gone:
      'Of cars that only a search found: if you chose it for that search. Of amazing cars with Premium only.',
  },
  untoldTitle: 'What you are not told',
  untold: {
    hidden: 'Cars that you hid, and the cars of a search that you muted.',
    unstarred:
      'Cars that you have neither starred nor found by a running search: that they become cheaper, become amazing later, or are gone.',
    beforeFilter:
      'Cars that were in Bilfund before you saved a filter. Of those that fit it only now you are told if you choose so for that search.',
    ownPages:
      'What happens on pages that only your browser reads, until you send them again: we cannot look there ourselves.',
    byHand:
      'Cars from a link that you import, and from the first page of a search that you send: they are on the list when the import has ended.',
  },
  channels: {
    in_app: 'Here',
    email: 'E-mail',
    push: 'This and other devices',
    webhook: 'Webhook',
  } satisfies Readonly<Record<ChannelName, string>>,
  emailStates: {
    premium_only:
      'Only what happens to your plan and payments is mailed to everybody. Other e-mails are part of Premium.',
    bounced: 'Our e-mails came back from your mailbox, so we stopped sending them.',
    complained: 'Our e-mails were reported as unwanted, so we stopped sending them.',
    unsubscribed: 'You have unsubscribed from our e-mails.',
  },
  resumeMails: 'Send me e-mails again',
  quietTitle: 'Quiet hours',
  quiet: 'No e-mails, pushes or webhooks at night',
  quietText: 'They wait until the quiet hours are over. Copenhagen time.',
  from: 'From',
  to: 'To',
  digestTitle: 'Daily digest',
  digest: 'All news of cars once a day',
  digestText:
    'By e-mail, push and webhook; here you see them at once. That a search pauses or ends, and what happens to your plan, does not wait.',
  digestAt: 'At',
  pushTitle: 'Push on this device',
  pushOn: 'Turn on for this device',
  pushUnsupported: 'This browser cannot receive pushes.',
  pushRefused: {
    denied:
      'Your browser blocks our notifications and does not let us ask again. Press the sign to the left of the address, open the settings of this site, allow notifications and press here again. On an iPhone or iPad: Settings, Notifications, Bilfund.',
    unanswered:
      'Your browser did not allow it: its question was closed, or it did not ask. Press here again and choose “Allow”; if nothing is asked, press the sign to the left of the address and allow notifications there.',
    refused:
      'Your browser refused: it could not get an address for pushes, and Bilfund cannot change that. Make sure that this is not a private window and that pushes are not switched off in the browser’s settings (in Brave: “Use Google services for push messaging”), then press here again.',
  },
  pushAdded: 'This device now receives pushes.',
  removeDevice: (name: string) => `Stop pushes to ${name}`,
  since: (date: string) => `Since ${date}`,
  webhookText:
    'For a channel of your own on Discord or Slack, an ntfy topic, or a server. Each message is signed.',
  address: 'Address',
  format: 'Format',
  formats: { json: 'JSON, signed', ntfy: 'ntfy', discord: 'Discord', slack: 'Slack' },
  secret: 'Signing secret',
  secretStays:
    'It stays the same when the address changes. Make a new one if somebody else may have seen it.',
  renewSecret: 'Make a new secret',
  test: 'Send a test',
  saveAndTest: 'Save and send a test',
  tested: (status: number, isTaken: boolean) => {
    if (status === 0) return 'The address did not answer, or cannot be reached from outside.';
    return isTaken
      ? `The address accepted the test (it answered ${status}).`
      : `The address did not accept the test (it answered ${status}).`;
  },
  failing: 'The address has stopped answering. Save it again to try once more.',
  save: 'Save',
  saved: 'Saved.',
};

export const extend = {
  title: 'Your automated search',
  working: 'It is being extended …',
  done: 'It runs for another week',
  doneText: (date: string) => `Until ${date}. You are told of what it finds, as before.`,
  already: 'It has been extended',
  alreadyText: (date: string) => `This search runs until ${date}. The link works once.`,
  over: 'This search has ended',
  overText: (date: string) => `It ended on ${date}. Start it again among your searches.`,
  full: 'There is no room for it',
  fullText: 'As many searches run already as your plan allows. End another one first.',
  unknownText: 'Part of it may be missing, or the search was cancelled. You find your searches below.',
  failed: 'It could not be extended just now.',
  searches: 'My automated searches',
};

export const unsubscribe = {
  title: 'No more e-mails?',
  text: 'You will still find all news in Bilfund, and pushes and webhooks stay as they are.',
  stop: 'Stop the e-mails',
  stopped: 'We have stopped',
  stoppedText: 'You get no more e-mails about cars, searches or your plan. Nothing else has changed.',
  undo: 'Send them again',
  again: 'You get e-mails again',
  againText: 'Nothing has changed. You can choose what they are about.',
  settings: 'Choose what you are told',
  unknownTitle: 'This link does not work',
  unknownText:
    'Part of it may be missing. Open our newest e-mail and press its link, or choose in your settings.',
  failed: 'It did not work. Please try again.',
};
