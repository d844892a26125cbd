import type { Page } from 'playwright-core';
import type { Reader } from './picture-answers.ts';

/** A screen of which pictures are taken. */
export type Screen = {
  path: string;
  reader: Reader;
  /** The browser has imported before, so the home page shows cars above the ways to import. */
  hasImported?: true;
  /** Waits for the screen's content, and opens what the picture should show open. */
  show: (page: Page) => Promise<unknown>;
};

const heading = (page: Page) =>
  page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
/** The loading page has a heading already, but no article. */
const untilCar = (page: Page) => page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
export const untilCards = (page: Page) => page.locator('article[data-car]').nth(2).waitFor();
const untilRows = (page: Page) => page.locator('[data-car]').nth(2).waitFor();

/** Opens the plans: on a phone through the menu, on a desktop by the button in the header. */
async function openPlans(page: Page): Promise<void> {
  const banner = page.getByRole('banner');
  const offer = banner.getByRole('button', { name: 'Premium' });
  const menu = banner.getByRole('button', { name: 'Menu' });
  await offer.or(menu).filter({ visible: true }).first().click();
  const item = page.getByRole('menuitem', { name: 'Premium' });
  await item.or(page.getByRole('dialog')).first().waitFor();
  if (await item.isVisible()) await item.click();
  await page.getByRole('dialog').getByRole('table').waitFor();
}

/** The screens by the names of their pictures. */
export const screens = {
  home: { path: '/', reader: 'visitor', show: heading },
  'sign-in': { path: '/login', reader: 'visitor', show: heading },
  register: { path: '/register', reader: 'visitor', show: heading },
  plans: { path: '/nowhere', reader: 'free', show: openPlans },
  list: { path: '/?view=all', reader: 'premium', hasImported: true, show: untilCards },
  'list-free': { path: '/?view=all', reader: 'free', show: untilCards },
  'list-rows': { path: '/?view=all&mode=list', reader: 'premium', hasImported: true, show: untilRows },
  car: { path: '/car/42', reader: 'premium', show: untilCar },
  'car-visitor': { path: '/car/42', reader: 'visitor', show: untilCar },
  profile: { path: '/profile', reader: 'free', show: heading },
  notifications: { path: '/notifications', reader: 'premium', show: heading },
  guide: { path: '/?view=guide', reader: 'visitor', show: heading },
  faq: { path: '/?view=faq', reader: 'visitor', show: heading },
  'not-found': { path: '/nowhere', reader: 'visitor', show: heading },
} as const satisfies Readonly<Record<string, Screen>>;
