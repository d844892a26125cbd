import type { Locator, Page } from 'playwright-core';

/** Most stops between two things of one screen: the filters beside a list are many. */
const mostStops = 80;

/**
 * What is wrong with where the focus is, or null: it must be on something, in sight, not covered, and drawn. The mark is
 * an outline or a shadow of the element, of what it draws around itself, or of the field that holds it; in a menu the
 * ground of the item; a slider marks its thumb, which no style tells.
 */
const focusFault = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const what = focused.outerHTML.slice(0, 120);
  focused.scrollIntoView({ block: 'nearest' });
  const label = focused.closest('label') ?? focused;
  const box = (focused.matches('.sr-only') ? label : focused).getBoundingClientRect();
  if (box.width < 1 || box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return 'out of sight: ' + what;
  const points = [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]].map(([x, y]) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
  if (!points.some((hit) => hit && (focused.contains(hit) || hit.contains(focused) || hit.contains(label)))) return 'covered: ' + what;
  if (focused.matches('[type=range], iframe')) return null;
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  const drawn = [getComputedStyle(focused), getComputedStyle(focused, '::after'), getComputedStyle(focused.parentElement)];
  if (focused.matches('[role^=menuitem]') && getComputedStyle(focused).backgroundColor !== 'rgba(0, 0, 0, 0)') return null;
  return drawn.some(isDrawn) ? null : 'no mark: ' + what;
})()`;

/** The keyboard alone: what it cannot reach or cannot see it cannot use. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Fails where the focus cannot be seen. */
  async checkFocus(): Promise<void> {
    const fault = await this.page.evaluate<string | null>(focusFault);
    if (fault) throw new Error(fault);
  }

  /** Whether the page has no focus at all. */
  async isOnNothing(): Promise<boolean> {
    return this.page.evaluate<boolean>('document.activeElement === document.body');
  }

  /** Whether the focus is on it, or in it. */
  async isOn(wanted: Locator): Promise<boolean> {
    if ((await wanted.count()) !== 1) return false;
    return wanted.evaluate((element) => element.matches(':focus, :focus-within'));
  }

  /** Walks with Tab, or back with Shift+Tab, until the focus is on it; it must be visible at every stop. */
  async walkTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await wanted.waitFor();
    for (let stop = 0; stop < mostStops; stop++) {
      if (await this.isOn(wanted)) return;
      await this.page.keyboard.press(key);
      await this.checkFocus();
    }
    throw new Error(`${wanted} is not reached with ${key}`);
  }

  /** Walks to it and presses a key on it. */
  async press(wanted: Locator, key: 'Enter' | 'Space' = 'Enter', way: 'Tab' | 'Shift+Tab' = 'Tab') {
    await this.walkTo(wanted, way);
    await this.page.keyboard.press(key);
  }

  /** Walks to a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.walkTo(field);
    await this.page.keyboard.type(text);
  }
}

/** Apple's and Android's smallest target, in px. */
const leastTarget = 44;

type Hit = { closest(selector: string): { control?: unknown } | null };
type Target = {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  contains(other: unknown): boolean;
  ownerDocument: { elementFromPoint(x: number, y: number): Hit | null };
};

/** Whether a press that far from the middle, to every side, still lands on the element or on its label. Runs in the page. */
function takesFinger(element: Target, reach: number): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return [
    [x - reach, y],
    [x + reach, y],
    [x, y - reach],
    [x, y + reach],
  ].every(([hitX, hitY]) => {
    const hit = element.ownerDocument.elementFromPoint(hitX!, hitY!);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  });
}

/** Fingers alone on a small screen: what is too small for one, or makes the page wider than the screen, fails. */
export class Fingers {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async checkWidth(): Promise<void> {
    const over = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) throw new Error(`${this.page.url()} runs over by ${over} px`);
  }

  /** Taps a control that is large enough. */
  async tap(wanted: Locator): Promise<void> {
    await wanted.scrollIntoViewIfNeeded();
    if (!(await wanted.evaluate(takesFinger, leastTarget / 2 - 1)))
      throw new Error(`${wanted} is smaller than ${leastTarget} px, too small for a finger`);
    await this.checkWidth();
    await wanted.tap();
  }

  /** Taps a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await this.page.keyboard.type(text);
  }
}
