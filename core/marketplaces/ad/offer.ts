import { once } from '#core/shared.ts';
import { anyOf } from './claim-words.ts';
import { type Clause, clausesOf, clausesOfAd } from './clauses.ts';
import type { Listing, ListingPrice, PriceKind } from './listing.ts';
import { beforeNextVehicle } from './next-vehicle.ts';
import { byPeriodWords, offerWords, otherModels, periodWords } from './offer-words.ts';
import { carNoun, nameIn, type OfferFacts, tellsOfCar, thingIn } from './parts.ts';
import { foldText } from './text.ts';
import { namesGoods } from './title.ts';

/** What an ad can be found to offer other than a car at its price. */
export type Offer =
  | 'lease'
  | 'rent'
  | 'financing'
  | 'wanted'
  | 'parts'
  | 'other_vehicle'
  | 'several'
  | 'sold'
  | 'reserved'
  | 'ex_vat'
  | 'without_tax'
  | 'export'
  | 'wholesale';
/** Each with the words that say so, as the ad writes them. */
export type Offers = ReadonlyMap<Offer, string>;

const patterns = once(() => {
  const made = Object.entries(offerWords).map(([name, words]) => [name, anyOf(words)] as const);
  return Object.fromEntries(made) as Record<keyof typeof offerWords, RegExp>;
});
const says = (name: keyof typeof offerWords, { folded, rows }: Clause): boolean =>
  rows.has(name) && patterns()[name].test(folded);

/** What an ad offers, each with its own words. Descriptions are read for what cannot mean anything else there: dealers
 * speak of leasing, winter wheels and cars that they buy under every ad. */
export function offersOf(
  facts: OfferFacts,
  all: readonly Clause[] = clausesOfAd(facts.title, facts.description),
): Offers {
  const title = all.filter(({ place }) => place === 'title');
  const description = all.filter(({ place }) => place === 'description');
  const price = clausesOf(facts.priceText ?? '', 'title');
  const found = new Map<Offer, string>();
  const take = (offer: Offer, clause: Clause | undefined) => {
    if (clause && !found.has(offer)) found.set(offer, clause.text);
  };
  take(
    'parts',
    all.find(
      (clause, at) =>
        ((says('forParts', clause) && !isNegated(clause, 'forParts') && !besideCar.test(clause.folded)) ||
          (says('breaksUp', clause) &&
            (clause.place === 'title' || clause === description[0]) &&
            isBreakingUp(clause, facts))) &&
        !isOtherwise(clause, all[at + 1]),
    ),
  );
  const own = title.map(beforeNextVehicle);
  if (!found.has('parts')) take('other_vehicle', otherVehicleIn(own, description, facts));
  if (!found.has('other_vehicle')) take('parts', thingIn(own, description, facts));
  if (!found.has('parts')) take('other_vehicle', neitherIn(title, description, facts));
  if (!found.has('parts') && !found.has('other_vehicle'))
    take('several', severalIn(title, description, facts));
  take('wanted', wantedIn(title, description, facts) ?? askedFor(title, facts));
  takeContracts(take, { title, description, price }, facts);
  // "Kan fås uden afgift for 219.000": at another price.
  const priced = [
    ...all.filter(
      ({ isQuestion, folded }) =>
        !isQuestion && !/\bkan (?:ogsaa )?(?:faas|leveres) (?:u\b|uden|e[kx]|\+)/.test(folded),
    ),
    ...price,
  ];
  take(
    'ex_vat',
    priced.find(
      (clause, at) =>
        (says('exVat', clause) ||
          isCutShort(clause, priced[at + 1], facts.price) ||
          isWithoutVat(clause, facts.price)) &&
        !isNotSo(clause, 'exVat') &&
        !withoutByPrivate.test(`${clause.folded} ${priced[at + 1]?.folded}`) &&
        !isBeforeVat(clause, facts.price) &&
        !/\bikke e[kx]|\bm ?\/ ?u\b|med (?:og|eller) uden/.test(clause.folded),
    ),
  );
  take(
    'without_tax',
    priced.find(
      (clause) =>
        (says('exTax', clause) &&
          !isNotSo(clause, 'exTax') &&
          !(/\bfoer\b/.test(clause.folded) && all.some((one) => isTaxPaid(one, facts.price))) &&
          !/afgift\w*\s(?:paa|er)\s\d{1,4}(?![.\d])/.test(clause.folded)) ||
        (isTaxFreeAbroad(clause) && !all.some(isVeteran)),
    ),
  );
  take(
    'export',
    priced.find(
      (clause) =>
        says('export', clause) &&
        !isNotSo(clause, 'export') &&
        !/\b(?:eller|oder|or) \w*e(?:x|ks)port|model|udgave|version|import|mulig|moglich|possible|ogsaa|hjaelp|tilbyd/.test(
          clause.folded,
        ),
    ),
  );
  take(
    'wholesale',
    priced.find((clause) => says('wholesale', clause)),
  );
  const claimed = description.filter(({ isQuestion }) => !isQuestion);
  take('sold', stateIn('sold', title, claimed));
  take('reserved', stateIn('reserved', title, claimed));
  return found;
}

/** "3 biler sælges: Ford Ka, VW Lupo". */
const countedCars =
  /^\W*(?:(?:saelge[rs]|til salg|vaelg mellem|haves)\W+)?(?:[2-9]|\d{2}|to|tre|fire|flere|two|three|several|zwei|drei|mehrere|tva|flera) ?(?:(?:stk|st)\W+)?(?:(?:billige|gode|brugte|paene) )?(?:biler|bilar|cars|autos)\b|^\W*flaadesalg\b/;
/** "6 stk. Citroën Berlingo". */
const piecesOf = /\b(?:[2-9]|\d{2}) ?(?:stk|st)\W*$/;
const numberOf = /^\W*(?:[2-9]|to|tre|fire|two|three|zwei|drei|tva)\W+$/;
const someOf = /^\W*(?:flere|several|mehrere|flera)\W+$/;
const together = /\b(?:samlet|begge|hver for sig|den ene|both|beide)\b/;

/** Several cars under one price: whose it is, nobody knows. */
function severalIn(
  title: readonly Clause[],
  description: readonly Clause[],
  facts: OfferFacts,
): Clause | undefined {
  return title.find((clause, at) => {
    const nameFrom = (one: Clause | undefined) => (one && nameIn(one.folded, facts)?.from) ?? -1;
    const before = clause.folded.slice(0, Math.max(0, nameFrom(clause)));
    return (
      countedCars.test(clause.folded) ||
      piecesOf.test(before) ||
      someOf.test(before) ||
      (piecesOf.test(clause.folded) && nameFrom(title[at + 1]) === 0) ||
      (numberOf.test(before) && [...title, ...description].some(({ folded }) => together.test(folded)))
    );
  });
}

const negation = /(?<![a-z])(?:ikke|ingen|uden|ej|not|no|nicht|kein\w*|inte|utan|uten)\s(?:[a-z]+\s){0,2}$/;
const isNegated = ({ folded }: Clause, row: keyof typeof offerWords): boolean =>
  negation.test(folded.slice(0, patterns()[row].exec(folded)?.index ?? 0));

/** "Sælges i dele, hvis den ikke bliver solgt samlet". */
const isOtherwise = ({ folded }: Clause, next: Clause | undefined): boolean =>
  !/bil\b/.test(folded) &&
  (/\b(?:hvis|ellers|otherwise|if|falls|sonst|annars)\b/.test(folded) ||
    (next?.isStart === false && /^(?:hvis|saafremt|if|falls|wenn|om)\b/.test(next.folded)));

/** "Reservedelsbil medfølger", "for god til skrot". */
const besideCar = /\b(?:medfoelger|foelger med|ogsaa|ekstra|evt|eventuelt|maaske|(?:for god\w*|end) til)\b/;
const thisCar = '(?:\\W+(?:min|en|et|denne|den|bilen|hele?|komplet|my|a|this|for|parts))*';
const breakingUp = once(() => {
  const word = patterns().breaksUp.source;
  return {
    beforeName: new RegExp(`^\\W*(?:jeg |vi |nu |now )?${word}${thisCar}\\W*$`),
    alone: new RegExp(`^\\W*(?:(?:jeg|den|bilen|nu|now) )?${word}${thisCar}\\W*$`),
    atEnd: /\b(?:(?:op)?hugges|skrottes)\W*$/,
  };
});
/** "Parterer min Golf", "skrottes"; not "breaking assist", "vi parterer også biler". */
const isBreakingUp = ({ folded, place }: Clause, facts: OfferFacts): boolean => {
  const name = nameIn(folded, facts)?.from ?? -1;
  return (
    (name > 0 && breakingUp().beforeName.test(folded.slice(0, name))) ||
    (name >= 0 && place === 'title' && breakingUp().atEnd.test(folded)) ||
    breakingUp().alone.test(folded)
  );
};

/** "Ikke u/moms", "grøn afgift". What stands further away negates something else: "sælges uden garanti ekskl. moms". */
const denial =
  /(?<![a-z])(?:(?:ikke|ej|ingen|not|no|nicht|kein\w*|inte)\s(?:(?:til|for|zum|(?:moms|afgift) (?:eller|og))\s)?|(?:groen\w*|road|annual|(?:halv)?aarlig\w*)\s)$/;
/** "Mangler ikke", "skal betales af sælger", "ikke inkluderet på ekstra arbejde". */
const denialBehind =
  /^\w+ (?:mangler|tillaegges|tilkommer|kommer oveni|skal betales) (?:ikke|ej)\b|^\w+ (?:[a-z]+ ){0,2}(?:betal\w*|inkl\w*|tillaegges) (?:af (?:saelger|forhandler|os|mig)|halvaar|kvartal|hver|aarlig|(?:paa|i|for) (?:ekstra|arbejde|reservedel|udstyr|service|lever))/;
const isNotSo = ({ folded }: Clause, row: keyof typeof offerWords): boolean => {
  const from = patterns()[row].exec(folded)?.index ?? 0;
  return denial.test(folded.slice(0, from)) || denialBehind.test(folded.slice(from));
};

/** "99.900 inkl. moms (79.920 ex. moms)": the price is what comes to the same with VAT. */
const vat = 1.25;
const isBeforeVat = ({ figures }: Clause, price: ListingPrice | null): boolean =>
  price !== null &&
  figures.some(
    ({ value, unit }) =>
      (unit === null || unit === 'crowns') &&
      value > 0 &&
      Math.abs(value * vat - price.amount) < price.amount / 100,
  );

/** "Med moms 93.625" beside 74.900: the price is what comes to that with VAT. */
const isWithoutVat = ({ folded, figures }: Clause, price: ListingPrice | null): boolean =>
  price !== null &&
  /\b(?:med|m|inkl\w*|incl\w*|mit|med) (?:moms|mva|mwst|vat)\b/.test(folded) &&
  figures.some(
    ({ value, unit }) => (unit === null || unit === 'crowns') && Math.abs(value - price.amount * vat) < 1,
  );

/** "Uden moms, privat ejet": there is none to add. */
const withoutByPrivate =
  /\buden moms.*\b(?:da privat|(?<!\b(?:ikke|ingen|ej) (?:til )?)privat ?(?:ejet|salg|handel|saelger))/;
/** "Pris 79.000 excl.", "netto 79.000": of VAT; not "58 kWh netto 199.900", nor "79.000 excl, levering 4.380". */
const isCutShort = (
  { folded, figures }: Clause,
  next: Clause | undefined,
  price: ListingPrice | null,
): boolean =>
  !/^\W*(?:lever|klargoer|nummerplade|plader)/.test(next?.folded ?? '') &&
  figures.some(
    ({ value, from, to }) =>
      value === price?.amount &&
      (/^\W*(?:kr\W*)?(?:netto|excl|exkl|eksl?|ekskl)\W*$/.test(folded.slice(to)) ||
        /^\W*(?:pris\w*\W+)?netto\W*(?:pris\W*)?(?:kr\W*)?$/.test(folded.slice(0, from))),
  );

/** "Pris før afgift 60.000, afgift er betalt". */
const isTaxPaid = ({ folded, figures }: Clause, price: ListingPrice | null): boolean =>
  /(?<!(?:ikke|ej|ingen|uden) (?:\w+ )?)afgift(?:en)? (?:er )?betalt|pris\w* (?:er )?(?:med|inkl\w*\.?) (?:dansk )?(?:reg\w*\.? )?\w*afgift/.test(
    folded,
  ) && figures.every(({ value }) => value === price?.amount || folded.includes('betalt'));

/** "Afgiftsfri" is a price without tax; an electric or a veteran car is free of the yearly one. */
const isTaxFreeAbroad = (clause: Clause): boolean =>
  says('taxFree', clause) &&
  !/ejerafgift|vaegtafgift|halvaar|kvartal|gron|groen|drift|veteran|elbil|klassiker|oldtimer|parkering/.test(
    clause.folded,
  );

const isVeteran = ({ folded }: Clause): boolean => /veteran|klassiker|oldtimer|pga\.? alder/.test(folded);

/** A part is offered, not a whole car for its parts: what has run and is of a year is the part. */
export const isPartAlone = (offers: Offers): boolean => {
  const said = offers.get('parts');
  return (
    said !== undefined &&
    !patterns().forParts.test(foldText(said)) &&
    !patterns().breaksUp.test(foldText(said))
  );
};

/** Those that add to what a buyer pays. */
export function priceKindOf(offers: Offers): PriceKind {
  if (offers.has('lease') || offers.has('rent')) return 'leasing';
  if (offers.has('wholesale')) return 'wholesale';
  if (offers.has('without_tax') || offers.has('export')) return 'ex_registration_tax';
  return offers.has('ex_vat') ? 'ex_vat' : 'cash';
}

/** An ad that says of itself that it is over or promised, where its marketplace does not. */
export function availabilityOf(offers: Offers, told: Listing['availability']): Listing['availability'] {
  if (told !== 'live') return told;
  return offers.has('sold') ? 'sold' : offers.has('reserved') ? 'pending' : told;
}

const money = '(?:kr\\.?|kroner|dkk|sek|nok|eur|euro|€|\\$|£|:-|,-)';
const either = (words: string) => `(?:${foldText(words).replaceAll(', ', '|')})`;
const periods = either(periodWords);
const perTime = new RegExp(
  [
    `(?:\\d|${money})\\s*(?:\\/|pr\\b\\.?|per\\b|pro\\b)\\s*\\.?${periods}(?![a-z])`,
    `${money}\\s*(?:om|i|im|in der|in de|a)\\s+${periods}(?![a-z])`,
    `(?:\\d|${money})\\s*(?:${either(byPeriodWords)}|p\\.?m)(?![a-z]{3})`,
    `(?:\\/|pr\\.?\\s?|per\\s)(?:md|mdr|maaned|mnd|month)(?![a-z])`,
    '\\/\\s?mo(?![a-z])',
    `${money}\\s*\\/\\s?m(?![a-z0-9])`,
    'maanedlig (?:ydelse|leje)',
    '(?:weekly|daily|monthly) rates?',
    `\\d\\s*${money}\\s*(?:for|pa)\\s*\\d+\\s*(?:dage|uger|days|weeks|tage|dager|dagar)`,
  ].join('|'),
);

/** A price per month, week or day: of a contract for this car, or of what anybody pays beside it. */
function isPricePerTime(clause: Clause): boolean {
  return clause.rows.has('period') && perTime.test(clause.folded);
}

type Places = { title: readonly Clause[]; description: readonly Clause[]; price: readonly Clause[] };
const leasedBefore =
  /(?:ikke|ingen|uden|ej|not|no|nicht|kein\w*|(?:stedet|frem) for|instead of|statt)\s(?:paa |at |en |et |i )?(?:\w*leas\w*|udlej\w*)|(?:tidligere|har vaeret|ex|aldrig vaeret|aldrig)\s(?:en\s)?(?:\w*leas\w*|udlej\w*)|(?:leasing|udlejnings|firma)bil\b|(?:\w*leasing|udlejes)\s(?:er\s)?(?:ikke|ej|inte|nicht|not|niet)\b/g;
/** A car for less than this may be offered by the month; of one for more, dealers only say that it can be. */
const mostMonthly = 15_000;
const leastMonthly = 500;

function takeContracts(
  take: (offer: Offer, clause: Clause | undefined) => void,
  { title, description, price }: Places,
  facts: OfferFacts,
): void {
  const without = (clause: Clause): Clause =>
    clause.rows.has('lease') || clause.rows.has('rent')
      ? { ...clause, folded: clause.folded.replace(leasedBefore, ' ') }
      : clause;
  const amount = facts.price?.amount ?? null;
  const isThePrice = (clause: Clause) =>
    amount !== null && amount > 0 && clause.figures.some(({ value }) => Math.round(value) === amount);
  const isBeside = (clause: Clause) =>
    (says('financing', clause) ||
      says('upkeep', clause) ||
      ((amount ?? 0) >= mostMonthly && /^(?:eller|or|oder)\b/.test(clause.folded))) &&
    !isThePrice(clause) &&
    !says('contract', clause);
  // "84.900 kr. eller 1.199 kr./md.": the price itself is named beside it.
  const isChoice = (clause: Clause) =>
    (amount ?? 0) >= mostMonthly &&
    isThePrice(clause) &&
    clause.figures.filter(({ value }) => value > leastMonthly).length > 1;
  const isMonthlySized = amount !== null && amount > leastMonthly && amount < mostMonthly;
  const named = [...title, ...price].map(without);
  const told = description.map(without);
  take(
    'rent',
    named.find((clause) => says('rent', clause)) ??
      told.find(
        (clause) =>
          says('rent', clause) &&
          /\budlejes\b|til udlejning|lejes ud|uthyres|for (?:hire|rent)|zu vermieten|til leje|te huur|leies ut/.test(
            clause.folded,
          ) &&
          !/ogsaa|andre|kan\b/.test(clause.folded),
      ) ??
      (title.some(({ folded }) => /\bsaelge|til salg/.test(folded)) ||
      ![...title, ...told].some(
        ({ folded, place }) =>
          drivenForOthers.test(folded) || (place === 'title' && /koersel(?:er)?\b/.test(folded)),
      )
        ? undefined
        : title.find(
            (clause) =>
              says('hiredDrive', clause) &&
              (isMonthlySized || clause.folded.search(patterns().hiredDrive) === 0),
          )),
  );
  take(
    'financing',
    [...named, ...told].find((clause) => says('financing', clause)),
  );
  take(
    'lease',
    named.find((clause) =>
      says('lease', clause)
        ? !isOfferedBeside(clause) && (isMonthlySized || !/\bkan\b/.test(clause.folded))
        : isPricePerTime(clause) && !isBeside(clause) && !isChoice(clause),
    ) ??
      told.find(
        (clause) =>
          says('contract', clause) &&
          !isOfferedBeside(clause) &&
          !isChoice(clause) &&
          !((amount ?? 0) >= mostMonthly && /^eller\b|\b(?:mulig|kan (?!overtag))/.test(clause.folded)),
      ) ??
      (isMonthlySized
        ? told.find(
            (clause) =>
              ((says('lease', clause) && !isOfferedBeside(clause)) || isPricePerTime(clause)) &&
              (isThePrice(clause) || says('lease', clause)) &&
              !(isPricePerTime(clause) && isBeside(clause)),
          )
        : told.find((clause) => isPricePerTime(clause) && isThePrice(clause) && !isChoice(clause))),
  );
}

const drivenForOthers = /\bchauf|\b(?:lej|rent|hire|mieten)\b|\bkoerer? (?:jer|dig|brud)|\d\W+time/;

/** "Vi tilbyder også leasing på andre biler". */
const isOfferedBeside = ({ folded }: Clause): boolean =>
  /\b(?:ogsaa|tilbyd\w*|andre|oevrige|nye? bil|also|auch|ogsa|aven|evt|eventuelt|other)\b/.test(folded);

/** "Søger du …?", "søger nyt hjem", "looking for a new owner": the car is offered. */
const notWanted = once(() => {
  const seeks =
    '\\b(?:soeger|leder efter|leder|mangler|soker|suchst|suche|suchen|sucht|letar efter|letar|ser|looking for|looking|zoekt|zoek)';
  const owner =
    'koeber|koebere|buyers?|kopare|kjoeper|kaufer|kaeufer|koper|chauffoer|ejer|agare|eier|owner|besitzer|eigenaar|hjem|hem|home|zuhause|thuis';
  return new RegExp(
    [
      `${seeks}(?: \\w+)?\\s(?:du|i|de|din|sie|you|u|je|its|sin)\\b`,
      `${seeks}(?: (?!med |with |mit |bil |car )\\w+){0,4} (?:${owner})\\b`,
      `${seeks}(?: (?!bil |car )\\w+){0,4} (?:familie|familj|family) (?:til|till|for|fue?r)\\b`,
      `${seeks}(?: \\w+)? (?:ny|god|kaerlig|new|good|loving|nytt|nya|neue|gute|nieuw)\\w* (?:familie|familj|family)\\b(?! ?(?:bil|car))`,
      `${seeks}\\s(?:en |et |a |an )?(?:ikke|ej|ingen|inte|kein\\w*|not|byt\\w*|tausch\\w*|swap|trade|ruil)\\b`,
      '\\bare you looking\\b|\\b(?:im tausch|i bytte)\\b|\\bkan (?:med)?koebes|byt\\w* oenskes',
      '\\b(?:oenskes|soeges) (?:solgt|byttet|byttes)',
      'koebes (?:bilen|den|med|sammen|samlet|til(?! (?:export|eksport|ophug|skrot))|separat|ny)',
      '\\bkoebes (?:kontant )?(?:for )?(?:kr\\.? )?\\d',
      '\\bkoeber (?:faar|betaler|du|af bil|skal|selv|kan|overtager)',
    ].join('|'),
  );
});

/** "Vi køber din bil kontant": under a car's name it is what a dealer offers beside it. */
const anyonesCar = /\b(?:din|jeres|biler|bilar|your|cars|dein\w*|ihr\w*|autos|uw)\b/;

const wantedStart = once(
  () =>
    new RegExp(
      `^\\W*(?:[a-z]+:\\s)?(?:(?:jeg|vi|er|der|privat|serioes|haster|hej|yo|undertegnede|aegtepar|pensionist|studerende|familie|(?:ung|ungt|enlig|aeldre|min|vores) \\w+|ich|wir|i|i am|i'm|jag|ik)[\\s:!]+)*${patterns().wantedAtStart.source}`,
    ),
);

/** "Familie på 5 mangler større bil", but "til unge, der søger deres første bil". */
const needsCar =
  /(?<!\b(?:der|som|du|dig|jer|sie|you|who) )\b(?:soeger|mangler|leder efter|har brug for|skal bruge|soker|needs?|braucht?)(?: (?!ny ejer)\w+){0,3} (?:\w*bil|biler|stationcar|varevogn|car|van|auto)(?![a-z])/;

const greeting = /^\W*(?:hej|hejsa|hi|hello|hallo|goddag|kaere|hjaelp)(?: (?:alle|naboer|venner|all))?\W*$/;
const isForSale = /^\W*(?:saelges|saelger|haves|til salg|selges|saljes|verkaufe|for sale|te koop)\b/;

function wantedIn(
  title: readonly Clause[],
  description: readonly Clause[],
  facts: OfferFacts,
): Clause | undefined {
  const { model } = facts;
  // "VW Golf – vi tager din gamle bil i bytte".
  const isOfCar = model !== null && title[0] !== undefined && nameIn(title[0].folded, facts)?.from === 0;
  const isWanted = (clause: Clause, isFirst: boolean) =>
    !notWanted().test(clause.folded) &&
    !(isOfCar && anyonesCar.test(clause.folded)) &&
    ((isFirst && (wantedStart().test(clause.folded) || isNeed(clause))) || says('wanted', clause));
  const isNeed = ({ folded, isQuestion }: Clause) =>
    model === null &&
    !isQuestion &&
    needsCar.test(folded) &&
    !/\b(?:saelges|da|fordi|til salg)\b/.test(folded);
  const first = description[0];
  // "Haves: Ford Ka. Ønskes: trailer".
  if (title.some(({ folded }) => isForSale.test(folded))) return undefined;
  return (
    title.find((clause, at) => isWanted(clause, at === 0 || (at === 1 && greeting.test(title[0]!.folded)))) ??
    (first &&
    !notWanted().test(first.folded) &&
    !/\bogsaa\b/.test(first.folded) &&
    !(model !== null && (anyonesCar.test(first.folded) || description.some(isSoldHere))) &&
    (wantedStart().test(first.folded) ||
      /^\W*(?:koebes|soeges|gevraagd|gezocht|gesucht|wanted|wtb|sokes|soekes|kopes)\b/.test(first.folded))
      ? first
      : undefined)
  );
}

/** "Min kone søger en højere bil, så denne skal sælges". */
const isSoldHere = ({ folded }: Clause): boolean => /\b(?:saelge\w*|til salg|derfor)\b/.test(folded);

const asks =
  /^\W*(?:hej |yo |hey |hi )?(?:(?:har|er der) (?:du|i|nogen|nogen der har) (?:stadig )?(?:en|et)|(?:er der )?nogen (?:der|som)|any|anyone|anybody|does any\w*|hat jemand|har (?:nagon|noen)|heeft iemand)\b/;
/** "Har du en gammel Volvo?" and no more in the title. */
const askedFor = (title: readonly Clause[], facts: OfferFacts): Clause | undefined => {
  const [clause] = title;
  const isAsked =
    title.length === 1 && !facts.hasMileage && asks.test(clause!.folded) && /\?\s*$/.test(facts.title);
  return isAsked && ((nameIn(clause!.folded, facts)?.from ?? 0) > 0 || carNoun.test(clause!.folded))
    ? clause
    : undefined;
};

/** What may stand before the word: "bilen er nu solgt", "update: solgt". */
const itIs =
  '^\\W*(?!er (?:bilen|den|vognen)\\b)(?:[a-z]+:\\s)?(?:(?:bilen|den|vognen|car|this|it|das auto|er|is|ist|saa|nu|now|desvaerre|netop|lige|blevet|allerede|already|currently|p\\.?t|i oejeblikket)[\\s.]+)*';
const statePatterns = once(() => {
  const of = (state: 'sold' | 'reserved') => {
    const word = patterns()[state].source;
    return {
      alone: new RegExp(
        `${itIs}${word}(?:\\W+${word})*(?:\\W+(?:afventer|venter|via|til|tak|og betalt|afhent|i (?:gaar|dag|weekenden))\\b.*)?\\W*$`,
      ),
      ofCar: new RegExp(
        `^\\W*(?:bilen|den|vognen|car|das auto) (?:er|is|ist) ${itIs.slice(itIs.indexOf('(?:(?:'))}${word}(?!\\s(?:som|as|als|ny|nyt|new|neu|af|fra|i)\\b)`,
      ),
      leading: new RegExp(
        `${itIs}${word}(?!\\s(?:som|i|af|fra|hos|gennem|new|as|med|ny|by|als|(?:p\\W?)?plads|parkering\\w*)\\b)`,
      ),
      last: new RegExp(`${word}(?:\\W+(?:afventer|venter|til|tak|og betalt)\\b.*)?\\W*$`),
    };
  };
  return { sold: of('sold'), reserved: of('reserved') };
});

/** "... 170.000 km reserveret til lørdag": how a description without stops ends. */
const promised = /\breserver(?:et|ad|t|iert)(?: til \w+)?\W*$/;
const mayBe =
  /\b(?:kan|blive|bliver|ikke|vil|ved|skal|inte|nicht|kann|kun|hvis|holde|holdes|naar|mod|depositum|saa|indtil|foerst|tidligere|vaeret|var|was|igen)\b/;

/** "Har modtaget depositum, så den er reserveret"; not "betal depositum", nor "når depositum er modtaget". */
const depositPaid =
  /\b(?:modtaget|faaet|betalt|lagt)\b.*\bdepositum|\bdepositum\b.*\b(?:modtaget|betalt|lagt)\b/;

const isPromised = ({ folded, isStart }: Clause, before: Clause | undefined): boolean => {
  const context = isStart ? '' : (before?.folded ?? '');
  const isPaid = depositPaid.test(`${context} ${folded}`);
  return (
    promised.test(folded) &&
    !/\b(?:naar|hvis|ved|saafremt)\b/.test(context) &&
    !mayBe.test(isPaid ? folded.replace(/^saa |\bdepositum\b/g, '') : folded)
  );
};

/** At the beginning or the end of a title, in brackets, or as all that a sentence says. */
function stateIn(
  state: 'sold' | 'reserved',
  title: readonly Clause[],
  description: readonly Clause[],
): Clause | undefined {
  const { alone, leading, last, ofCar } = statePatterns()[state];
  return (
    title.find(({ folded }) => alone.test(folded) || leading.test(folded)) ??
    title.filter(
      ({ folded }, at) =>
        at === title.length - 1 &&
        last.test(folded) &&
        !/(?:bliver|saelges|ikke|not|aldrig|never|ny)\s$|\b(?:oensk\w*|vil|skal|gerne|have)\s/.test(
          folded.slice(0, folded.search(last)),
        ),
    )[0] ??
    description
      .slice(0, 3)
      .find(
        (clause) =>
          ofCar.test(clause.folded) ||
          (clause.isStart && (state === 'reserved' ? leading : alone).test(clause.folded)),
      ) ??
    description.find(
      (clause, at) =>
        (clause.isStart && alone.test(clause.folded)) ||
        (state === 'reserved' && isPromised(clause, description[at - 1])),
    )
  );
}

const servesIt =
  /(?<![a-z])(?:traekker?|traekkes|kan traekke|traek|til|for|for at traekke|til at traekke|med|m|m\.|bag|perfekt til|egnet til|plads til|byttes til|med traek til|for|towing|fue?r|for|godkendt til|inkl|plus|\+|og|draget|drar|med plads til)[\s.]+(?:en |et |min |din |a |the |den )?$/;

const registeredAs =
  /(?<!(?:ikke|tidligere|vaeret|var|blive|bliver|kan) )\b(?:ind)?reg(?:istreret|\.)? som (?:autocamper|campingbil|traktor|motorcykel|mc|knallert|veteranknallert)\b/;
const othersFirst = once(
  () =>
    new RegExp(
      `^\\W*(?:(?:en|et|a|ein|eine|fin|flot|god|paen|velholdt|original)\\s)*${patterns().otherVehicle.source}`,
    ),
);

/** What is not a car: by its noun before the car's name, by its make, by the models of makes that build cars too. */
function otherVehicleIn(
  title: readonly Clause[],
  description: readonly Clause[],
  facts: OfferFacts,
): Clause | undefined {
  const whole = title.map(({ folded }) => folded).join(' , ');
  const byModel = otherModels.find(
    ([make, model]) => make.test(whole) && model.test(whole.replace(make, ' ')),
  );
  if (byModel) return title[0];
  for (const clause of title) {
    const { folded } = clause;
    const name = nameIn(folded, facts)?.from ?? -1;
    const make = patterns().otherMake.exec(folded);
    if (make && (name < 0 ? facts.make === null || clause === title[0] : make.index <= name)) return clause;
    const behind = patterns().otherVehicleBehind.exec(folded);
    if (
      behind &&
      !servesIt.test(folded.slice(0, behind.index)) &&
      !/(?:traek|hund|cykel)/.test(folded.slice(0, behind.index))
    )
      return clause;
    const noun = patterns().otherVehicle.exec(folded);
    if (!noun || servesIt.test(folded.slice(0, noun.index))) continue;
    if (noun.index === 0) return clause;
    const isLast = noun.index + noun[0].length === folded.length;
    if (facts.make === null ? isLast || !carNoun.test(folded) : name >= 0 && noun.index < name) return clause;
  }
  const registered = description.find(({ folded }) => registeredAs.test(folded));
  if (registered) return registered;
  // "Case IH 956" with the text "Traktor med læsser".
  const first = description[0];
  if (facts.make === null && first && !carNoun.test(whole) && othersFirst().test(first.folded)) return first;
  return undefined;
}

/** Neither a car's name nor a word of cars: a carport. What is no more than a title may be a car. */
function neitherIn(
  title: readonly Clause[],
  description: readonly Clause[],
  facts: OfferFacts,
): Clause | undefined {
  const isNothing =
    facts.make === null &&
    !facts.hasMileage &&
    !title.some(({ folded }) => carNoun.test(folded)) &&
    (facts.isAmongVehicles === false ||
      [facts.title, description[0]?.text ?? ''].some(namesGoods) ||
      (description.length > 0 && !tellsOfCar(title, description)));
  return isNothing ? title[0] : undefined;
}
