import { once } from '#core/shared.ts';
import { anyOf, fuelCodes } from './claim-words.ts';
import type { Clause } from './clauses.ts';
import type { ListingPrice } from './listing.ts';
import { offerWords } from './offer-words.ts';
import { isPlaceholderAmount } from './price.ts';
import { foldText } from './text.ts';

export type OfferFacts = {
  title: string;
  description: string | null;
  /** The price as the page writes it ("2.995 kr./md."), which says more than its figure. */
  priceText: string | null;
  price: ListingPrice | null;
  make: string | null;
  model: string | null;
  hasMileage: boolean;
  /** Whether the ad stands among the marketplace's vehicles; null when the page does not say. */
  isAmongVehicles: boolean | null;
};

const aliases: Record<string, string[]> = { Volkswagen: ['vw'], 'Mercedes-Benz': ['mb', 'benz'] };

/** The position of the car's name in the text; null if it is not found. */
export function nameIn(folded: string, { make, model }: OfferFacts): { from: number; to: number } | null {
  const makes = make === null ? [] : [foldText(make), foldText(make).slice(0, 4), ...(aliases[make] ?? [])];
  const found = [...makes, ...(model === null ? [] : [foldText(model)])].flatMap((name) => {
    const match = new RegExp(`(?<![a-z])${name.replace(/[^a-z0-9 ]/g, '\\$&')}[a-z]*`).exec(folded);
    return match ? [{ from: match.index, to: match.index + match[0].length }] : [];
  });
  if (found.length === 0) return null;
  return { from: Math.min(...found.map(({ from }) => from)), to: Math.max(...found.map(({ to }) => to)) };
}

/** A noun for a car; "din bil" and "alle biler" do not mean the seller's. */
export const carNoun =
  /(?<!\b(?:din|jeres|your|alle|fleste) (?:gamle |brugte |old )?\w*|dele|model)(?:bil|biler)\b|(?<!\b(?:your|all) (?:old )?)\bcars?\b|stationcar|varevogn(?:en|e)?\b|\bvan\b|kassevogn|personvogn|cabriolet|\bsuv\b/;

/** Words that a part's name ends in ("nakkestøtter", "dieselfilter"), without their endings. */
const partHeads =
  'fælg felg fälg dæk dekk däck dækk reifen räder hjul sæde sete säte sitz spejl spegel spiegel klap hjelm hjælm haube huv lygt lykt lampe lampa licht leuchte scheinwerfer fanger fangare stange stång skærm grill gril rude rute glas pumpe filter ventil sensor føler måler beholder tank køler blæser varmer kompressor generator dynamo starter injektor dyse spole gsrør flexrør slange slang kabel ledning ledningsnet bagagenet vindnet hundenet boks box modul kasse getriebe låda hus aksel axel welle hjulleje kugleleje nav arm tårn fjeder fjedre feder dæmper dæmpere dempfer dämpfer skive kaliper klods tromle greb knop pedal sele støtte læn bænk kalibre kaleche hylde bakke bræt brædder panel liste kant spoiler diffuser splitter skørt skilt emblem mærke måtte matte betræk bezug tæppe gardin forhæng hætte presenning bøjle reling bagagebærer stativ holder beslag krog krok kupplung kobling svinghjul plejl nøgle nyckel schlüssel antenne højtaler talere forstærker subwoofer stereo navigation stykke stykker blok bund krumtap knast vifte rem kæde skjold dele delar teile onderdelen parts dæksel lås hængsel hejs afviser lap lapper bolt møtrik kapsel kapsler ringe sæt satz donkraft værktøj bog manual brochure prospekt væg gitter reol indretning telt markise autostol barnestol lader bagbro vange drager brakke katalysator krümmer manifold potte udstødning udstyr interiør indtræk instrument speedometer styreboks styreenhed batteri pakke pære cooler beskytter spacer bæger styring ballast træk dør fahrertür beifahrertür pude airbag stamme wheel tire tyre rim alloy bumper headlight taillight bonnet hood mirror radiator exhaust greb plejl forbro banden velgen lamp papirer attest plade spærre differentiale undervogn snorkel delebil drivled kardanled kugleled beklædning handskerum kabler kamera woofer apparat ecu pipe coilover forende bagende dashboard catback auspuff topf';
/** Words of a part as much as of a whole car: of a part only with more that says so. */
const partWords =
  'motor motorer stumper turbo front radio dør døre døren rum arm bro rem reserve klima box boks kant nav hus bund tag lås sæt satz glas hood arm ringe bog logo badge batteri starter anlæg udstyr interiør computer engine gearbox seat seats kobling gearkasse automatgearkasse tank kabel lader køler læn træk display skærm dele dæk greb rude kæde krog manual instrument kabine rat rad hjul hjulsæt sæder sæde nøgle nøgler spejl ramme skærme ruder grill gps dyser pumpe aksel kaross hætte presenning cover kaleche hardtop tæppe tæpper stole getriebe tür växellåda dörr dørr deur bremser';

/**
 * What tells a thing of a car (positive) from a car, and how much: the weights that a logistic regression found over
 * generated ads, rounded, and corrected so that no title of a car in `tests/fixtures/titles` is taken for a thing.
 */
const weights = {
  partBeforeName: 5,
  eitherBeforeName: 2,
  startsWithEither: 2.5,
  namelessStart: 1.5,
  isOfName: 3,
  unknownOfName: 0.5,
  isCounted: 2.5,
  isAboutCars: 5.5,
  namelessPartTo: 2,
  namelessPart: 2,
  namelessWheels: 2,
  isShortBehindName: 1.5,
  isSizedBehindName: 1.5,
  isBarePartBehindName: 1,
  hasEngineCode: 2,
  hasNoModel: 1.5,
  costsLessThan1500: 3.5,
  costsLessThan5000: 3,
  costsLessThanItsMake: 2,
  isOfWholeCar: -1.5,
  namesEngine: -2,
  namesYear: -3,
  namesCar: -3.5,
  toldOfCars: -1.5,
  toldOfThing: 2,
};
const least = 2;
type Evidence = keyof typeof weights;

const sets = once(() => {
  const listOf = (words: string) =>
    foldText(words)
      .split(/[\s,]+/)
      .filter((word) => word !== '');
  const heads = listOf(partHeads).toSorted((a, b) => b.length - a.length);
  return {
    head: new RegExp(`(?:${heads.join('|')})(?:e|r|er|ar|en|et|n|ne|ene|erne|s|t)?$`),
    alone: new Set(listOf(partWords)),
    ofWholeCar: anyOf(offerWords.ofWholeCar),
    aboutCars: anyOf(offerWords.aboutCars),
    engine: new RegExp(
      `\\b[0-8][.,]\\d\\b|\\b(?:${`${fuelCodes.diesel} ${fuelCodes.petrol} dsg`.replaceAll(' ', '|')})\\b`,
    ),
  };
});

const notPart =
  /^(?:kombi|boxer|[a-z]*doers|elmotor|benzinmotor|dieselmotor|turbomotor|le[a-z]{1,2}motor|(?:papegoeje|gul|hvid|proeve)?plader?|sportback|tilbud|mercedes\w*|land|oktober|september|november|december)$/;
/** The last part of a compound says what it is: "nakkestøtter" are støtter. */
const isPart = (word: string): boolean =>
  word.length > 3 &&
  !sets().alone.has(word) &&
  !notPart.test(word) &&
  (sets().head.test(word) || (word.length > 8 && /(?:motor|turbo)$/.test(word)));
/** "Gearkasse", "motor": words of a part as much as of a whole car. */
const isEither = (word: string): boolean => sets().alone.has(word);
const isAny = (word: string): boolean => isPart(word) || isEither(word);
/** What no title of a car boasts of. */
const barePart =
  /(?:hjelm|fanger|fangere|klap|[a-z]skaerm|skaerme|topstykke|stumper|dele|stole|bremsekalibre|potte)$/;
const isDamaged = /\b(?:rust|bule|buler|ridse|ridser|skade|slidt|slidte|revne)\b/;

const state =
  /^\W*(?:er |ny |nyt |lige |bliver |har |skal |kan )*(?:monteret|skiftet|udskiftet|renoveret|poleret|medfoelger|foelger|faar|virker|mangler|defekt\w*|stoejer|revnet|knaekket|gaaet|doed|lyser|lydt?)(?![a-z])/;
const wordsOf = (text: string): string[] => text.match(/[a-z0-9]+/g) ?? [];
/** Not "gearkasse defekt" or "kølergrill monteret". */
const names = (text: string, is: (word: string) => boolean): boolean =>
  [...text.matchAll(/[a-z][a-z0-9]*/g)].some(
    ({ 0: word, index }) => is(word) && !state.test(text.slice(index + word.length)),
  );

const sale = /^\W*(?:(?:saelger|saelges|til salg|haves|selges|saljes|verkaufe|for sale|te koop)\W+)?/;
const addition = /(?:^|\s)(?:(?:m|med|inkl|incl|with|mit|met|samt|og|uden|u|nye?|nyt)\b(?!\s?[/-])|[+&]).*/;
/** Praise of a car: "EX40 Single Motor", "Touran 7 sæder". */
const praised =
  /\b(?:single|twin|dual) (?:motor|engine)\b|(?<=\w\W+)turbo\b|\bfuld servicebog\b|(?<=\w\W+)(?:servicebog|(?:gode?|staerk|stor) (?:motor|gearkasse|kobling|bremser|daek))\b|\b\d \w*saeder\b/g;
const number = /^\W*(?:\d{1,2}\s?(?:stk|x|st)\b|(?:et |komplet )?saet\b|par\b|div(?:erse)?\b)/;
const preposition =
  /\w\W+(?:til|till|fue?r|for|foer|voor|zum|zu|fra|from|aus|von|off|passer|passend|of) (?:en |min |a |my |din |eine?[nm]? |alle |de )?\W*$/;
const wheels = /(?:hjul|daek|faelge?)$/;
const wheelSize =
  /\b[345]\s?x\s?\d{2,3}(?:[.,]\d)?\b|\b\d{3}(?:\/\d{2}|\s\d{2}\s?r)\s?[\s/]?r?\s?\d{2}\b|\b\d{2} ?(?:tommer|zoll|inch|")/;
const ofCar =
  /\b(?:nysyn(?:et)?|synet|syn|aargang|model(?! [3sxy]\b)|km|tkm|ejere?|aut|automatgear|stc|stcar|stationcar)\b|\b(?:19[5-9]|20[0-2])\d\b/;
const driven = /\bt?km\b|\bkoert\b(?! (?:en|et|to|kun en) (?:saeson|vinter|sommer))|kilometer|\bmil\b/;
const powered = /\b(?:benzin|diesel|gear|automatgear|aut|hk|heste|ps)\b/;
/** What is told of whole cars, by kinds. */
const ofDriving = [
  driven,
  /\b(?:ny|lige )?syn(?:et|es)?\b|\bbesikt|\btuv\b|\bmot\b/,
  /\b(?:aargang|model|aar|bj|ez|fra) ?(?:\d\d(?![\d.])|(?:19|20)\d\d)|\b(?:19[5-9]|20[0-2])\d\b(?! ?kr)/,
  /\b(?:koerer|starter|motorlampe|runs|drives|faehrt)\b/,
  powered,
  /\b(?:ejere?|service\w*|aircon|klima|fartpilot|traek|rust\w*|bilen|plader)\b/,
];
const ofThing =
  /\b(?:passer (?:til|paa|i)|passt|fits|sad paa|sad i|siddet paa|afmonteret|demonteret|pillet af|oem|delnr|delnummer|reservedelsn\w*|part number|kan sendes|moenster\w*|mm tilbage)\b/;
/** What is told of no car that comes with a thing. */
const ofThingAlone =
  /\b(?:passer (?:til|paa|i) (?:[a-z]+ )?\w*\d\w*|pillet af|delnr|delnummer|reservedelsn\w*|part number|removed from|da bilen er solgt|har solgt bilen|(?:afmonteret|demonteret|taget) fra (?:(?:en|min|helt|ny) )*bil\b|med gearkasse|inkl\W+turbo)\b/;

/** Makes of which no car that drives is as cheap as its wheels. */
const neverCheap: ReadonlySet<string | null> = new Set(['Tesla', 'Polestar', 'BYD', 'XPeng', 'NIO', 'Zeekr']);
const cheapest = 20_000;

/** Of a model of a car. */
const scale = /\b1[:/](?:43|64|72|87)\b/;

/** "Motor F20C", "N47 motor": letters and figures that name an engine and no car. */
const engineCode =
  /\b(?:motor|engine)\W+(?:[a-z]{1,4}\d+[a-z]\w*|[a-z]{1,3}\d{2}\w*|[A-Z]{3}\b)|\b[a-z]{1,4}\d{2,}\w*\W+(?:motor|engine)\b/;
const codeFirst =
  /^\W*[a-z]{1,4}\d\w*\W+(?=(?:\w+\W+)?(?:motor|engine))|^(?:\W*(?:dsg|cvt|automat\w*|manuel\w*|\d[\s-]?(?:trins|gear)))+\W+(?=gear(?:kasse|box))/;

/** The words of the title that sell a thing of a car; undefined where a car is sold. */
export function thingIn(
  title: readonly Clause[],
  description: readonly Clause[],
  facts: OfferFacts,
): Clause | undefined {
  const evidence = evidenceOf(title, description, facts);
  if (evidence === null) return undefined;
  const sum = Object.entries(weights).reduce(
    (all, [name, weight]) => all + weight * Number(evidence[name as Evidence]),
    0,
  );
  return sum >= least ? title[0] : undefined;
}

function evidenceOf(
  title: readonly Clause[],
  description: readonly Clause[],
  facts: OfferFacts,
): Record<Evidence, boolean | number> | null {
  const whole = title
    .map(({ folded }) => folded)
    .join(' , ')
    .replace(praised, ' ');
  const told = description.map(({ folded }) => folded).join(' , ');
  const name = nameIn(whole, facts) ?? (facts.make === null ? anyCarIn(whole) : null);
  const before = whole.slice(0, name?.from).replace(sale, '');
  const head = before.replace(addition, '');
  const tail = whole.slice(name?.to ?? whole.length).replace(addition, '');
  // "Tesla vinterhjul Model 3": between make and model.
  const within = name === null ? '' : whole.slice(name.from, name.to).replace(/^\S+|\S+$/g, '');
  const isPartBefore = names(`${head} ${within}`, isPart);
  const isEitherBefore = !isPartBefore && names(`${head} ${within}`, isEither);
  const length = wordsOf(tail).filter((word) => !/\d/.test(word)).length;
  const isBehind = length <= 4 && names(tail, isAny) && !isDamaged.test(tail);
  const isOfName = preposition.test(before) && !carNoun.test(before) && !/\bbyt/.test(before);
  const isFirst = isEither(wordsOf(head.replace(number, '').replace(codeFirst, ''))[0] ?? '');
  const isOfEngine = isFirst || /\b(?:motor|engine|gear)/.test(isBehind ? `${within} ${tail}` : within);
  const isOfWheels = isBehind && names(tail, (word) => wheels.test(word));
  const isAboutCars = sets().aboutCars.test(head) || sets().aboutCars.test(tail) || scale.test(told);
  const isThing =
    isPartBefore ||
    isEitherBefore ||
    isBehind ||
    isOfName ||
    isAboutCars ||
    wheelSize.test(whole) ||
    (facts.make !== null && facts.model === null && ofThing.test(told));
  if (!isThing) return null;
  const { price } = facts;
  const amount =
    price === null || isPlaceholderAmount(price.amount) ? Number.POSITIVE_INFINITY : price.amount;
  const isCheap = amount < 15_000;
  return {
    partBeforeName: name !== null && isPartBefore,
    eitherBeforeName: name !== null && isEitherBefore,
    startsWithEither: isFirst,
    namelessStart: name === null && isFirst,
    isOfName,
    unknownOfName: isOfName && !isPartBefore && !isEitherBefore,
    isCounted: number.test(whole),
    isAboutCars,
    namelessPartTo:
      name === null &&
      (isPartBefore || isEitherBefore) &&
      /\b(?:til|fra|for|foer|fue?r|passer)\b/.test(whole),
    namelessPart: name === null && isPartBefore,
    namelessWheels: facts.make === null && wheelSize.test(whole),
    isShortBehindName: isBehind && length <= 3,
    isSizedBehindName:
      isBehind && isCheap && wheelSize.test(whole) && names(tail, (word) => /(?:hjul|daek)$/.test(word)),
    isBarePartBehindName:
      isBehind &&
      length <= 3 &&
      isCheap &&
      !ofCar.test(whole) &&
      !sets().engine.test(whole) &&
      names(tail, (word) => isAny(word) && barePart.test(word)),
    hasEngineCode:
      isOfEngine &&
      !(facts.model !== null && /\b(?:motor|engine)\b/.test(tail)) &&
      (engineCode.test(whole) || engineCode.test(facts.title)),
    hasNoModel: facts.model === null,
    costsLessThan1500: amount < 1500,
    costsLessThan5000: amount < 5000,
    costsLessThanItsMake: neverCheap.has(facts.make) && amount < cheapest,
    isOfWholeCar: sets().ofWholeCar.test(before),
    namesEngine: !isOfEngine && sets().engine.test(whole),
    namesYear: ofCar.test(whole),
    namesCar: carNoun.test(whole),
    toldOfCars: Math.min(
      4,
      ofDriving.filter(
        (kind) =>
          !(isOfEngine && (kind === driven || kind === powered)) &&
          !(isOfWheels && kind === driven && ofThingAlone.test(told)) &&
          kind.test(told),
      ).length,
    ),
    toldOfThing: ofThingAlone.test(told),
  };
}

/** Whether anything is told that things have no need of: a year, an engine, an inspection, how it drives. */
export const tellsOfCar = (title: readonly Clause[], description: readonly Clause[]): boolean =>
  title.some(({ folded }) => ofCar.test(folded) || sets().engine.test(folded)) ||
  description.some(({ folded }) => carNoun.test(folded) || ofDriving.some((kind) => kind.test(folded)));

/** "Ladeboks til elbil". */
function anyCarIn(folded: string): { from: number; to: number } | null {
  const match = /(?<=\b(?:til|for|i|paa)\s)(?:en |din |alle )?\w*bil(?:en|er)?(?=\W*$)/.exec(folded);
  return match && { from: match.index, to: match.index + match[0].length };
}
