import { browserInterval, browserPagesPerDay } from '#core/imports/own-page.ts';
import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { joinNames } from '#core/shared.ts';
import { count } from '../format.ts';

const someMarketplace = joinNames(Object.values(marketplaceNames), 'or');

/** The page that explains the button. */
export const buttonPage = {
  title: 'The Bilfund button',
  lead: `Marketplaces show you more than they show us. The button sits among your bookmarks. Press it on a search or an ad that you have open on ${someMarketplace}, and we rate the cars you see.`,
  extension: 'On a computer, the browser extension does this by itself',
  getTitle: 'Add it to your bookmarks',
  bookmark: 'Rate with Bilfund',
  drag: 'Drag this button up to your bookmarks bar.',
  showBar: 'No bookmarks bar? Ctrl + Shift + B shows it, on a Mac Cmd + Shift + B.',
  notHere: 'Drag it to your bookmarks bar. It is pressed on the marketplace’s page, not here.',
  loading: 'Loading the button…',
  failed: 'The button could not be loaded.',
  howTitle: 'How to use it',
  step1Title: 'Search, and scroll',
  step1Text: 'On the marketplace, as you always do. The button takes the cars that have loaded.',
  step2Title: 'Press the button',
  step2Text: 'A Bilfund window opens, says how many cars it was given and asks whether to rate them.',
  step3Title: 'Open an ad, press again',
  step3Text: 'The car gets its description and all its photos, and often its plate and register facts.',
  tryTitle: 'Try it first',
  tryText:
    'This installation has a marketplace with invented cars. Open a search there and press the button.',
  tryLink: 'Open the demo search',
  takesTitle: 'What it reads',
  takes:
    'The ads on the page: title, price, place, mileage, description and photos. Nothing about who sells them or who you are: no names, no ids, no messages, no cookies. It runs only when you press it and touches nothing on your account.',
  keeps:
    'The cars are shown to you alone. The first press in an hour counts as one import; the rest of that hour is free.',
  failsTitle: 'If nothing happens',
  failsText:
    'Some browsers, and some company computers, do not let bookmarks do anything, and phones have no bookmarks bar. Then save the page instead (Ctrl + S, “HTML only”) and drop the file on Bilfund. It is read in the same way.',
  failsSignedOut: 'Log in to drop a file',
  blocked: 'Your browser blocked the Bilfund window. Allow pop-ups for this page and press the button again.',
};

/** The recipe of an iPhone's Shortcut; a step's address stands below it. */
export const shortcut = {
  title: 'On an iPhone: share to Bilfund',
  lead: 'Made once in Apple’s Shortcuts app, it puts Bilfund among the places you can share a search or an ad with.',
  steps: (address: string): [text: string, address?: string][] => [
    ['Open Shortcuts, tap + at the top, then the name at the top, and rename it to “Bilfund”.'],
    ['Tap the i in a circle below and switch on “Show in Share Sheet”. Tap Done.'],
    [
      'A first step has appeared: “Receive … from Share Sheet”. Tap its blue words, keep URLs and Text alone.',
    ],
    ['Search for the action “URL Encode” and add it. It should read “URL Encode Shortcut Input”.'],
    ['Add the action “Open URLs”, and type this address into it:', address],
    ['Directly behind the address, choose the variable “URL Encoded Text” above the keyboard. Tap Done.'],
  ],
  use: 'From then on: Share, then Bilfund. The link waits in the import field. If Bilfund is not in the list, scroll to its end and tap “Edit Actions”.',
};

/** The window in which the button's cars arrive. */
export const receive = {
  title: 'Cars from the button',
  waiting: 'Waiting for the cars…',
  waitingText: 'They are coming from the page on which you pressed the button. Leave it open.',
  cars: (cars: number, from: string) => `${count(cars, 'car', 'cars')} from “${from}”`,
  ad: (title: string) => `The ad “${title}”`,
  searchText: 'Read from the page you have open. Only you will see them here.',
  adText:
    'Read from the ad you have open: its description and photos go to the car you may already have. Only you will see it.',
  more: (cars: number) => `and ${count(cars, 'more car', 'more cars')}`,
  onlyFirst: (cars: number) => `One import takes the first ${cars}. Narrow the search to get the rest.`,
  rate: (cars: number) => `Rate ${count(cars, 'car', 'cars')}`,
  rateAd: 'Rate this car',
  sending: 'Sending…',
  discard: 'No, discard them',
  discarded: 'The cars are discarded. Nothing was sent.',
  cost: 'The first press in an hour counts as one import, the rest of the hour is free.',
  signIn: 'Log in, and they are rated. They wait in this tab for up to an hour.',
  notKept: 'Your browser keeps nothing for this page. Log in here first, then press the button again.',
  started: (cars: number) => `${count(cars, 'car is', 'cars are')} being rated`,
  startedText: 'They are rated one by one. Go on searching in the other window meanwhile.',
  see: 'See the cars',
  back: 'Back to the marketplace',
  aboutButton: 'About the button',
  newButton: 'Get the new button',
  fileTitle: 'This always works',
};

/** Why nothing was taken: what happened, and what to do. */
export const refused = {
  foreign_origin: `This did not come from ${someMarketplace}, so nothing was taken. Press the button on a search or an ad there.`,
  wrong_nonce: 'These cars belong to another press of the button. Press it once more.',
  old_button:
    'Your button is from before we changed it. Replace the bookmark with the new one, and press that.',
  too_large:
    'That was far more than a page of a marketplace holds, so nothing was taken. Reload the page and press the button again.',
  too_many:
    'That was more than 500 cars at once, so nothing was taken. Narrow the search and press the button again.',
  not_understood:
    'We did not understand what the button sent. Reload this page and press it again; if that does not help, make the bookmark anew.',
  elsewhere: `The button was not pressed on a search or an ad. Open one on ${someMarketplace} and press it there.`,
  ad_removed: 'The marketplace says that this ad is no longer there.',
  ad_not_loaded: 'The ad’s details were not on the page. Reload the ad (F5) and press the button again.',
  page_outdated:
    'The cars you see are not in the data that the page was loaded with. Reload it (F5) and press the button again. If that does not help, save the page and drop the file here.',
  no_cars: 'There were no cars on the page. Wait until they are shown, then press the button again.',
  used: 'This press has already been taken. Press the button again for what you see now.',
  expired: 'The cars waited for an hour and are gone. Press the button again.',
  no_button: `Cars arrive here when you press the Bilfund button on ${someMarketplace}.`,
  no_window:
    'Your browser kept this window apart from the marketplace, so nothing could be handed over. Your page is still open: save it and drop the file here.',
  silent:
    'No cars arrived. The page you came from may have been closed or changed. Press the button again, or save the page and drop the file here.',
};

/** The page that explains the browser extension and connects a browser. */
export const extensionPage = {
  title: 'Bilfund in your browser',
  lead: `The extension writes Bilfund’s rating beside each car that you see on ${someMarketplace}, and opens your searches again while your browser runs, so that you are told of new cars and lower prices.`,
  connectTitle: 'Connect this browser',
  absent:
    'The extension is not in this browser. It is for Chrome, Edge and Firefox on a computer, and is not in their stores yet: whoever runs this site can build it and give it to you. Until then, and on phones, there is the button.',
  signIn: 'The extension is here. Log in to connect it with your account.',
  connectText:
    'It gets an access token of its own, with which it can send cars, read ratings and start or end automated searches, and nothing else. You can revoke it at any time.',
  connecting: 'Connecting …',
  notTaken:
    'The extension did not take its access token, so this browser is not connected. Reload this page and connect again.',
  paired: 'This browser is connected. Open a car search on a marketplace, and the ratings appear.',
  tokenName: 'Browser extension',
  tokens: 'See and revoke access tokens in your profile',
  watchTitle: 'Watch a search',
  doesTitle: 'What it does',
  does: [
    'Shows rating, price against the market and the number of things to check, as far as your plan shows them.',
    `Opens a search that you mark, in one background tab, every ${browserInterval.least} minutes to once a day; at most ${browserPagesPerDay} pages a day and none at night.`,
    'Keeps a log of everything it does, and can be switched off for each site.',
  ],
  neverTitle: 'What it never does',
  never: [
    'Log in, write to anybody, scroll or press anything on a marketplace.',
    'Send anything about sellers or about you: only what describes the car.',
    'Go on where a site asks for a log-in or whether you are human. It stops there and tells you.',
  ],
};
