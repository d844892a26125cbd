import { isPrivateCarId } from '#core/cars/car.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { needsOtherLink } from '#core/marketplaces/marketplace.ts';
import { isSubscription, planNames } from '#core/payments/plan.ts';
import { groupThousands, kroner, sentence } from '#core/shared.ts';
import type { AlertCar } from './alert.ts';
import { type AlertTexts, goingOn, type PlanNews } from './texts-en.ts';

const priceOf = (dkk: number) => (dkk > 0 ? kroner(dkk) : 'Pris: se annoncen');
const price = ({ priceDkk }: AlertCar) => priceOf(priceDkk);

const note = ([first]: readonly string[]) => (first ? `Bemærk: ${sentence(first)} ` : '');
const noteOfSome = (warnings: readonly string[], count: number) =>
  warnings.length > 0
    ? `${count === 1 ? 'Bemærk' : 'Advarsler om nogle af dem'}: ${sentence(warnings.join('; '))} `
    : '';
const but = ([first]: readonly string[]) => (first ? `, men ${goingOn(first)}` : '');
const butSome = ([first, ...others]: readonly string[], count: number) => {
  if (!first) return '';
  return count === 1 ? but([first, ...others]) : ` – advarsel om nogle: ${goingOn(first)}`;
};

const day = (instant: string) =>
  new Date(instant).toLocaleDateString('da-DK', { dateStyle: 'long', timeZone: 'Europe/Copenhagen' });

const reasons: Partial<Record<ImportFailureClass, string>> = {
  rate_limited: 'Markedspladsen bad os om at tage den med ro',
  login_wall: 'Markedspladsen viser kun søgningen til folk, der er logget ind',
  checkpoint: 'Markedspladsen bad om et sikkerhedstjek',
  consent_wall: 'Markedspladsen bad om samtykke først',
  withheld: 'Markedspladsen viser ikke søgningen til besøgende uden konto',
  location_not_recognised: 'Markedspladsen kender ikke stedet i linket',
  search_not_understood: 'Markedspladsen udelod et filter i søgningen',
  closed_to_robots: 'Markedspladsen ønsker ikke, at programmer læser denne side',
  budget_spent: 'De sider, vi beder om på en time, var brugt op',
  listing_removed: 'Markedspladsen har ikke længere siden',
  layout_changed: 'Markedspladsen har lavet sine sider om',
};

/** "1 bil", "2.000 biler". */
const cars = (count: number) => `${groupThousands(count)} ${count === 1 ? 'bil' : 'biler'}`;
const newCars = (count: number) => `${groupThousands(count)} ${count === 1 ? 'ny bil' : 'nye biler'}`;

export const alertTextsDa: AlertTexts = {
  newCars: ({ search, count, car }, warnings) =>
    car
      ? {
          title: `Ny bil: ${car.title}`,
          message: `${note(warnings)}${sentence(price(car))} ${search ? `Fundet af din søgning ”${search.title}”.` : 'Ny på den side, du sendte.'}`,
        }
      : {
          title: newCars(count),
          message: `${noteOfSome(warnings, count)}${search ? `Din søgning ”${search.title}” fandt ${cars(count)}, du ikke har set.` : `Den side, du sendte, viser ${newCars(count)}.`}`,
        },
  amazingDeal: ({ count, car }, warnings) =>
    car
      ? {
          title: `Kup${but(warnings)}: ${car.title}`,
          message: `${price(car)}, langt under markedsværdien.`,
        }
      : {
          title: `${groupThousands(count)} kup${butSome(warnings, count)}`,
          message: `${noteOfSome(warnings, count)}${cars(count)} koster langt under markedsværdien.`,
        },
  locked: (count, warnings) =>
    count > 1
      ? {
          title: `Der er fundet ${groupThousands(count)} kup${butSome(warnings, count)}`,
          message: `${noteOfSome(warnings, count)}De vises med Premium. Opgrader for at se, hvilke biler det er.`,
        }
      : {
          title: `Der er fundet et kup${but(warnings)}`,
          message: 'Det vises med Premium. Opgrader for at se, hvilken bil det er.',
        },
  priceDrop: ({ car, fromDkk }, warnings) => ({
    title: `Prisen er sat ned: ${car.title}`,
    message: `${note(warnings)}Nu ${price(car)} – ${kroner(fromDkk - car.priceDkk)} lavere end før (${kroner(fromDkk)}).`,
  }),
  belowMarket: ({ search, car, percent }, warnings) => ({
    title: `${percent} % under markedet${but(warnings)}: ${car.title}`,
    message: `${sentence(price(car))} Fundet af din søgning ”${search.title}”.`,
  }),
  carGone(alert) {
    if (alert.car === null)
      return {
        title: `Ikke længere blandt resultaterne: ${cars(alert.count)}`,
        message: `Den side af din søgning, der blev læst ${day(alert.missedAt)}, viser ikke længere ${groupThousands(alert.count)} af dine biler. ${alert.count === 1 ? 'Den' : 'De'} kan være solgt.`,
      };
    const { car, isSold, unseenSince, missedAt, isFound } = alert;
    const known = isFound ? 'en bil, din søgning fandt,' : 'en bil, du har gemt,';
    const which = isPrivateCarId(car.id) ? 'en bil fra en af dine sider' : known;
    if (isSold) return { title: `Solgt: ${car.title}`, message: `E${which.slice(1)} er markeret som solgt.` };
    if (missedAt)
      return {
        title: `Ikke længere blandt resultaterne: ${car.title}`,
        message: `Den side af din søgning, der blev læst ${day(missedAt)}, viser den ikke længere. Den kan være solgt.`,
      };
    if (unseenSince)
      return {
        title: `Ikke set længe: ${car.title}`,
        message: `Vi har ikke fundet annoncen for ${which} siden ${day(unseenSince)}. Bilen kan være solgt.`,
      };
    return {
      title: `Ikke længere på markedspladsen: ${car.title}`,
      message: isPrivateCarId(car.id)
        ? 'Den annonceside, du sendte, siger, at annoncen er væk.'
        : `Markedspladsen har svaret, at annoncen for ${known} er væk.`,
    };
  },
  carBack: ({ car }, warnings) => ({
    title: `Til salg igen: ${car.title}`,
    message: `${note(warnings)}${sentence(price(car))} Den udbydes igen.`,
  }),
  carRated(alert, warnings) {
    if (alert.car === null)
      return {
        title: `Nu vurderet: ${cars(alert.count)}`,
        message: `${alert.count === 1 ? 'Den' : 'De'} var ikke vurderet før.`,
      };
    const { car } = alert;
    return {
      title: `Nu vurderet: ${car.title}`,
      message: `${note(warnings)}${sentence(price(car))} Den var ikke vurderet før.`,
    };
  },
  searchPaused: ({ search, failure }) => ({
    title: 'Din automatiske søgning er sat på pause',
    message: `${reasons[failure] ?? 'Markedspladsen kunne ikke læses'}, så ”${search.title}” holder pause. ${needsOtherLink(failure) ? 'Søg dér igen, og start en automatisk søgning med det nye link.' : 'Forlæng den for at prøve igen.'}`,
  }),
  searchEnding: ({ search, endTime }) => ({
    title: `Din automatiske søgning slutter ${day(endTime)}`,
    message: `”${search.title}” kører indtil da. Åbn her, så kører den en uge mere.`,
  }),
  searchExpired: ({ search }) => ({
    title: 'Din automatiske søgning er udløbet',
    message: `Ugen er gået for ”${search.title}”. Forlæng søgningen, hvis du stadig vil høre nyt.`,
  }),
  planChanged(news) {
    const { product, turn } = news;
    const name = planNames.da[product];
    switch (turn) {
      case 'bought':
        return bought(news);
      case 'disputed':
        return {
          title: `Indsigelse mod betaling: ${name}`,
          message: `Der er gjort indsigelse mod din betaling for ”${name}” hos kortets bank, som har taget pengene tilbage, indtil sagen er afgjort.${isSubscription(product) ? ' Abonnementet er stoppet, og der trækkes ikke mere.' : ''} ${without(news)} Er indsigelsen en fejl, så bed banken om at trække den tilbage.`,
        };
      case 'lost':
        return {
          title: `Indsigelsen er afgjort: ${name}`,
          message: `Kortets bank har afgjort indsigelsen mod din betaling for ”${name}”: Pengene er gået endeligt tilbage til kortet. ${without(news)}`,
        };
      case 'refunded':
        return {
          title: `Betalt tilbage: ${name}`,
          message: `Din betaling for ”${name}” er betalt tilbage. ${without(news)}`,
        };
      case 'restored':
        return {
          title: news.isKept ? `${name} er tilbage` : `Betalingen gælder: ${name}`,
          message: `Din betaling for ”${name}” gælder igen. ${restored(news)}`,
        };
      case 'ended':
        return { title: 'Din adgang til Premium er slut', message: `${name} er slut. ${without(news)}` };
    }
  },
  test: { title: 'Test fra Bilfund', message: 'Dette er en test. Sådan får du nyt om biler her.' },
  price: priceOf,
  notOffered: 'Solgt eller ikke set længe',
};

function bought({ product, isKept, until }: PlanNews): { title: string; message: string } {
  const name = planNames.da[product];
  if (!isKept) return { title: `Købt: ${name}`, message: `Du har købt ${name}. Det, købet gav, er slut.` };
  if (product === 'unlock_price')
    return {
      title: 'Markedsværdierne er låst op',
      message: 'Nu ser du markedsværdien på alle biler, du kan åbne.',
    };
  if (product !== 'deal_finder_boost')
    return { title: 'Premium er aktiv', message: `Du har nu planen ${name}.` };
  return until === null
    ? {
        title: `Købt: ${name}`,
        message: `${name} er din. Dagene begynder, når den Premium, du har, slutter.`,
      }
    : {
        title: 'Premium er aktiv',
        message: `${name} er din: Du har Premium til ${day(until)}, og intet fornyes.`,
      };
}

/** What remains for a person after a payment was reversed. */
function without({ product, isKept }: PlanNews): string {
  if (product === 'unlock_price')
    return isKept ? 'Du ser stadig markedsværdierne.' : 'Markedsværdierne er låst igen.';
  return isKept
    ? 'Du har stadig Premium.'
    : 'Du er på den gratis plan. Automatiske søgninger, der kører, får lov at køre ugen ud.';
}

function restored({ product, isKept, until }: PlanNews): string {
  if (!isKept) return 'Det, den betalte for, er slut i mellemtiden.';
  if (product === 'unlock_price') return 'Du ser markedsværdierne igen.';
  return until === null ? 'Du har Premium.' : `Du har Premium til ${day(until)}, og intet fornyes.`;
}
