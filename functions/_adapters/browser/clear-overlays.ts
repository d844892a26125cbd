import type { Page } from 'puppeteer-core';

/** Words of the buttons that refuse what need not be taken, and that close a question, in the site's languages. */
const refusing =
  '^(decline optional cookies|only allow essential cookies|afvis valgfrie cookies|tillad kun nødvendige cookies|avvisa valfria cookies|optionale cookies ablehnen|nur erforderliche cookies erlauben|avvis valgfrie informasjonskapsler)$';
const closing = '^(close|luk|stäng|schließen|lukk)$';

/** Runs on the page, where this program's types mean nothing: hence a text. */
const clearOnPage = `(() => {
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().toLowerCase().slice(0, 60);
  const press = (root, words) => {
    const buttons = [...root.querySelectorAll('button, [role="button"]')];
    const button = buttons.find((each) => new RegExp(words).test(nameOf(each)));
    button?.click();
    return button !== undefined;
  };
  const dialogs = [...document.querySelectorAll('[role="dialog"], [aria-modal="true"], dialog[open]')];
  const login = dialogs.filter((each) => each.querySelector('form[action*="login"], input[name="pass"], a[href*="/login"]'));
  const pressed = [press(document, ${JSON.stringify(refusing)}), ...login.map((each) => press(each, ${JSON.stringify(closing)}))];
  return { isCleared: pressed.includes(true), asksToLogIn: login.length > 0 };
})()`;

export type Overlays = {
  isCleared: boolean;
  /** A question that asks to log in lay over the page. */
  asksToLogIn: boolean;
};

/**
 * Refuses optional cookies and closes a question that asks to log in, as a visitor would who wants to go on reading. It
 * never logs in, agrees to nothing and answers no check.
 */
export const clearOverlays = (page: Page): Promise<Overlays> =>
  page
    .evaluate(clearOnPage)
    .then((found) => found as Overlays)
    .catch(() => ({ isCleared: false, asksToLogIn: false }));
