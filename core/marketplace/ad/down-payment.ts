import { parsePrice } from './price.ts';

const word =
  '(?:kontant\\s?)?udbetaling(?:en)?|udb\\.|kontantinsats|handpenning|anzahlung|down\\s?payment|deposit';
const named = new RegExp(`(?<![a-z])(?:${word})`, 'g');
const none = new RegExp(
  `(?:(?:uden|ingen|(?<![\\d.,])0\\s?(?:kr\\.?|,-)?\\s?(?:i)?|utan|ohne|no|zero)\\s+(?:kontant\\s?)?(?:${word}))`,
  'g',
);
const amountAfter = new RegExp(
  `(?<![a-z])(?:${word})(?:\\s|er|paa|kun|fra|:|=|-|kr\\.?|dkk|of|von|pa)*(\\d[\\d.,]*)`,
  'g',
);
const amountBefore = new RegExp(
  `(\\d[\\d.,]*)\\s*(?:kr\\.?|,-|:-|dkk|sek|eur|€)?\\s*(?:i\\s|in\\s)?(?:${word})`,
  'g',
);

/**
 * Whether an ad's price is what is to be paid first and not what the car costs: its title names a down payment, or the
 * text calls this very amount one. Dealers name a possible down payment under every ad. Takes folded text.
 */
export function isDownPayment(title: string, description: string, amount: number | null): boolean {
  if (amount === null || amount === 0) return false;
  const said = (text: string) => text.replace(none, ' ');
  const amounts = (text: string) =>
    [amountAfter, amountBefore].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, digits]) => parsePrice(digits!)?.amount),
    );
  const inTitle = amounts(said(title));
  if (inTitle.length === 0 && said(title).search(named) >= 0) return true;
  return [...inTitle, ...amounts(said(description))].includes(Math.round(amount));
}
