import type { Listing } from '#core/marketplace/ad/listing.ts';
import { currencyIn } from '#core/marketplace/ad/price.ts';
import { foldText } from '#core/marketplace/ad/text.ts';

type Badge = { pattern: RegExp; availability: Listing['availability'] | null };

/** What the site prints over a card, in the languages of its visitors: Danish, English, Swedish, German, Norwegian. */
const badges: readonly Badge[] = [
  { pattern: /^(?:solgt|sold|saald|sald|verkauft)$/, availability: 'sold' },
  {
    pattern:
      /^(?:reserveret|afventer|afventende|pending|reserved|reserverad|avvaktar|vaentande|vantande|reserviert|ausstehend|reservert|venter)$/,
    availability: 'pending',
  },
  {
    pattern:
      /^(?:netop (?:opslaaet|tilfoejet|sat til salg)|lige (?:opslaaet|sat til salg)|nyt? opslag|ny(?:hed)?|just listed|newly listed|new(?: listing)?|nyligen (?:publicerad|upplagd)|precis (?:upplagd|publicerad)|nytt|gerade (?:eingestellt|angeboten)|neu(?: eingestellt)?|nettopp (?:lagt ut|publisert)|nylig (?:lagt ut|opslaaet))$/,
    availability: null,
  },
  {
    pattern:
      /^(?:sponsoreret|annonce|sponsored|ad|sponsrad|sponsrat|annons|gesponsert|anzeige|sponset|pris(?:en)? (?:nedsat|sat ned)|nedsat pris|price (?:drop(?:ped)?|reduced)|good price|great price|god pris|saenkt pris|sankt pris|preis gesenkt|satt ned|gratis (?:levering|fragt)|free shipping|ships? to you)$/,
    availability: null,
  },
];

/** The badge that a line of a card is; null for one that says something of the car. */
export function badgeIn(run: string): Badge | null {
  const folded = foldText(run).replace(/^\W+|\W+$/g, '');
  return badges.find(({ pattern }) => pattern.test(folded)) ?? null;
}

/** "Solgt · 84.900 kr" in one line: the badge and what stands behind it. */
export function splitBadge(run: string): string[] {
  const [first, ...rest] = run.split(/\s+[·•|–-]\s+/);
  return rest.length > 0 && badgeIn(first!) ? [first!, run.slice(run.indexOf(rest[0]!))] : [run];
}

const freeWords = /^(?:free|gratis|kostenlos|zu verschenken|bortskaenkes|skaenkes)$/;

/** Whether a line of a card is a price: a figure with a currency, in front of it at most a word or two. */
export function isPriceLine(run: string): boolean {
  if (freeWords.test(foldText(run))) return true;
  if (!/^(?:(?:fra|from|ab|ca\.?|vb|kr\.?|[A-Z]{3}|[A-Z]{0,2}\$|€|£|zł)\s*){0,3}\d/i.test(run)) return false;
  return currencyIn(run) !== null && run.replace(/[\d.,\s'-]/g, '').length <= 12;
}
