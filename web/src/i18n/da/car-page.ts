import { danishCautions, danishFindings } from '#core/cars/car-words-da.ts';
import type { SpecificationField } from '#core/cars/specification.ts';
import { count } from '../format.ts';

/** "3 af 5 priser", "ingen af 5 priser", "alle 5 priser", "begge priser", "den ene pris". */
const shareOf = (some: number, total: number, one: string, other: string): string => {
  if (some === total && total > 0)
    return total === 1 ? `den ene ${one}` : `${total === 2 ? 'begge' : `alle ${total}`} ${other}`;
  return `${some === 0 ? 'ingen' : some} af ${count(total, one, other)}`;
};

export { words } from './car-words.ts';

export const car = {
  loading: 'Henter bilens oplysninger …',
  notFoundTitle: 'Bilen blev ikke fundet',
  notFoundText: 'Den bil, du leder efter, findes ikke.',
  back: 'Tilbage til biler',
  lockedTitle: 'Det her er et kup',
  lockedFindings: 'Det skal du se nærmere på',
  lockedTheft: 'vi har ikke spurgt om tyveri. Slå nummerpladen op på politi.dk, når du kender den.',
  lockedUnasked: 'Intet register har svaret om bilen, så vi ved intet derfra.',
  lockedUnseen: 'Vi har ikke fundet annoncen i en uge eller mere, så bilen kan være solgt.',
  lockedText:
    'Kup er en del af Premium. Opgrader for at se, hvilken bil det er, hvad den koster, og hvor den står.',
  viewing: 'Besigtigelsesark og slutseddel',
  similarCars: 'Flere biler af samme mærke',
  priceFell: (amount: string) => `${amount} mindre`,
  priceRose: (amount: string) => `${amount} mere`,
  soldTitle: 'Bilen er solgt',
  soldText: (date: string) => `Annoncen var markeret som solgt, da vi læste den ${date}.`,
  goneTitle: 'Bilen er ikke længere på markedspladsen',
  goneText: (date: string) =>
    `Markedspladsen har svaret, at annoncen er væk; vi læste den senest ${date}. Det, vi ved om bilen, bliver stående her.`,
  unseenTitle: (date: string) => `Ikke set siden ${date}`,
  unseenText: 'Vi har ikke fundet annoncen siden, så bilen kan være solgt. Se, om annoncen stadig er der.',
  lockedStar: 'Du gemte bilen, før den blev et kup.',
  lockedUnstar: 'Fjern den fra gemte',
  share: 'Del',
  shareText: (title: string, price: string) => `Se denne ${title} til ${price} kr.`,
  linkCopied: 'Linket er kopieret',
  linkNotCopied: 'Linket kunne ikke kopieres. Kopiér det fra adresselinjen.',
  openOn: (marketplace: string) => `Åbn på ${marketplace}`,
  alsoAt: 'Også til salg på',
  alsoMore: (price: string, more: string) => `${price}, ${more} mere`,
  alsoLess: (price: string, less: string) => `${price}, ${less} mindre`,
  adSince: (date: string) => `set siden ${date}`,
  adSinceAt: (date: string, price: string) => `set siden ${date}, først til ${price}`,
  firstSeen: 'Set første gang',
  reposted: 'Sat til salg igen',
  repostedTimes: (times: number) => (times === 1 ? 'én gang' : `${times} gange`),
  photos: (title: string) => `Fotos af ${title}`,
  photo: (number: number) => `Foto ${number}`,
  showPhoto: (number: number) => `Vis foto ${number}`,
  enlarge: 'Forstør foto',
  noImages: 'Ingen billeder',
  counter: (number: number, total: number) => `${number} / ${total}`,
  previousPhoto: 'Forrige foto',
  nextPhoto: 'Næste foto',
  zoomIn: 'Zoom ind',
  zoomOut: 'Zoom ud',
  star: 'Gem',
  starred: 'Gemt',
  similar: (cars: number) => count(cars, 'lignende bil', 'lignende biler'),
  daysListed: 'Dage til salg',
  modelDays: (model: string) => `Normal tid til salg, ${model}`,
  modelDaysValue: (days: number, cars: number) =>
    `${count(days, 'dag', 'dage')} (målt på ${count(cars, 'bil', 'biler')})`,
  body: 'Karosseri',
  listed: 'Sat til salg',
  seenFirst: 'Senest læst',
  priceHistory: 'Prishistorik',
  specifications: 'Bilens data',
  brand: 'Mærke',
  model: 'Model',
  variant: 'Variant',
  year: 'Årgang',
  mileage: 'Kilometertal',
  color: 'Farve',
  fuel: 'Drivmiddel',
  transmission: 'Gear',
  automatic: 'Automatisk',
  manual: 'Manuelt',
  city: 'By',
  marketValue: 'Markedsværdi',
  unlock: 'Lås op',
  engine: 'Motor og ydelse',
  facts: {
    engineLitres: 'Motorstørrelse',
    horsepower: 'Hestekræfter',
    kmPerLitre: 'Forbrug',
    whPerKm: 'Forbrug',
    firstRegistration: 'Første registrering',
    previousOwners: 'Tidligere ejere',
    halfYearlyTaxDkk: 'Halvårlig afgift',
  } satisfies Readonly<Record<SpecificationField, string>>,
  electric: {
    title: 'Batteri og opladning',
    battery: 'Batteri',
    usable: (value: string) => `${value} kWh brugbar kapacitet`,
    range: 'Rækkevidde',
    upTo: (value: string) => `op til ${value} km (WLTP)`,
    winter: 'Rækkevidde om vinteren',
    about: (value: string) => `omkring ${value} km`,
    ac: 'Opladning hjemme (AC)',
    dc: 'Lynopladning (DC)',
    kw: (value: string) => `op til ${value} kW`,
    winterMethod: (percent: string) =>
      `Om vinteren: ${percent} % af rækkevidden ovenfor. Så langt kørte bilerne i gennemsnit i NAF’s vintertest i 2024 ved −10 til 4 °C.`,
    sources: (names: string) =>
      `Tal uden ”(annoncen)” gælder modellen som ny, ikke denne bils batteri i dag. Kilde: ${names}.`,
  },
  horsepowerValue: (value: string) => `${value} hk`,
  kmPerLitre: (value: string) => `${value} km/l`,
  kroner: (amount: string) => `${amount} kr.`,
  inAd: (value: string) => `${value} (annoncen)`,
  inRegister: (value: string) => `${value} (registret)`,
  ownerChanges: (changes: number) => count(changes, 'ejerskifte', 'ejerskifter'),
  ownersInAd: (owners: number) => `${count(owners, 'ejer', 'ejere')} i alt`,
  ownership: 'Ejerskab og udgifter',
  lastInspection: 'Seneste syn',
  nextInspection: 'Næste syn',
  equipment: 'Udstyr',
  vehicleInformation: 'Køretøj',
  plate: 'Nummerplade',
  platesSignedIn: 'Vises, når du er logget ind',
  description: 'Beskrivelse',
  noDescription: 'Der er ingen beskrivelse af bilen.',
};

const carsOf = (some: number, total: number) => shareOf(some, total, 'lignende bil', 'lignende biler');
const alikeWords = (alike: number): string =>
  alike === 0 ? '' : `, og ${alike === 1 ? 'én koster' : `${alike} koster`} det samme`;

export const why = {
  title: 'Derfor vurderer vi den sådan',
  titleUnrated: 'Derfor er den ikke vurderet',
  showNumbers: 'Vis tallene',
  hideNumbers: 'Skjul tallene',
  askMore: (dearer: number, total: number, alike: number) =>
    `Når forskellene er regnet med, er ${carsOf(dearer, total)} dyrere${alikeWords(alike)}.`,
  askLess: (cheaper: number, total: number, alike: number) =>
    `Når forskellene er regnet med, er ${carsOf(cheaper, total)} billigere${alikeWords(alike)}.`,
  gapBelow: (model: string, amount: string) => `Denne ${model} koster ${amount} mindre end markedsværdien.`,
  gapAbove: (model: string, amount: string) => `Denne ${model} koster ${amount} mere end markedsværdien.`,
  /** Against what the similar cars say. */
  yetBelow: (model: string, amount: string) =>
    `Men efter alle de biler, vi har set, koster denne ${model} ${amount} mindre end markedsværdien.`,
  yetAbove: (model: string, amount: string) =>
    `Men efter alle de biler, vi har set, koster denne ${model} ${amount} mere end markedsværdien.`,
  gapNone: (model: string) => `Denne ${model} er sat til markedsværdien.`,
  /** What weakens a rating. */
  despite: {
    most_corrected:
      'Sammenligningen er usikker: Priserne på de fleste af de biler, den er sammenlignet med, måtte rettes meget.',
    all_corrected:
      'Sammenligningen er usikker: Prisen på hver eneste bil, den er sammenlignet med, måtte rettes meget.',
    value_of_register:
      'Markedsværdien er ikke vores egen, men følger med registrets oplysninger, fordi vi har set for få biler som denne. Ingen bil her bekræfter den.',
  },
  asking:
    'Bilens stand er ikke vurderet, kun prisen. Det er en udbudspris, og en bil sælges ofte for lidt mindre.',
  unlock: 'Hvad prisen er sammenlignet med, og hvor meget den afviger, er en del af Premium.',
  unlockGap: 'Hvor meget prisen afviger, er en del af Premium.',
  unlockAction: 'Se, hvad den er værd',
  prices: 'Lignende bilers priser, omregnet til denne',
  pricesSummary: (cheaper: number, total: number, alike: number) =>
    `Når forskellene er regnet med, er ${carsOf(cheaper, total)} billigere${alikeWords(alike)}`,
  mileage: 'Pris og kilometer',
  mileageSummary: 'Hver ring er en lignende bil; linjen er det, de i snit koster ved det kilometertal',
  thisCar: 'Denne bil',
  market: 'Marked',
  comparables: 'De biler, der ligner mest',
  comparableTitle: 'Bil',
  comparableYear: 'Årgang',
  comparableMileage: 'Kilometer',
  goneAfter: (days: number) =>
    days === 0 ? 'væk samme dag, som den kom' : `væk efter ${count(days, 'dag', 'dage')}`,
  goneAfterAtLeast: (days: number) =>
    days === 0 ? 'væk samme dag, som vi så den' : `væk efter mindst ${count(days, 'dag', 'dage')}`,
  lastSeen: (date: string) => `sidst set ${date}`,
  adjustedPrice: 'Omregnet pris',
  notCorrected: 'som udbudt',
  countsHalf: (correction: string) => `${correction}, tæller halvt`,
  adjustedNote:
    'Omregnet pris: det, bilen ville koste, hvis den var denne model med samme drivmiddel, alder, kilometertal, motor og udstyr. Korrektionen står nedenunder; en bil, hvis pris måtte sættes mere end en fjerdedel op eller mere end en femtedel ned, tæller halvt i midten.',
  terms: 'Fra de lignende biler til markedsværdien',
  termsTotal: 'Markedsværdi',
  term: {
    similar: 'Midten af deres omregnede priser (dem, der er rettet meget, tæller halvt)',
    other: 'Rettelse efter alle de andre biler, vi har set',
  },
  near: {
    amazing: (border: string) => `Det er tæt på: Fra ${border} og op ville prisen blive vurderet som fair.`,
    belowAmazing: (border: string) => `Det er tæt på: Kun en pris under ${border} kan være et kup.`,
    poor: (border: string) => `Det er tæt på: Fra ${border} og ned ville prisen blive vurderet som fair.`,
    abovePoor: (border: string) => `Det er tæt på: Over ${border} ville bilen blive vurderet som dyr.`,
  },
  /** Why a price far from the market value is fair all the same. */
  wide: {
    belowAmazing: (border: string) =>
      `Alligevel fair: Priserne på den slags biler er så forskellige, at kun en pris under ${border} kan være et kup.`,
    abovePoor: (border: string) =>
      `Alligevel fair: Priserne på den slags biler er så forskellige, at først en pris over ${border} vurderes som dyr.`,
  },
  fewSimilar: (total: number) =>
    `Med kun ${count(total, 'lignende bil', 'lignende biler')} at vise er sammenligningen usikker.`,
  mostlyDistant: (distant: number, total: number) =>
    `Sammenligningen er usikker: ${shareOf(distant, total, 'pris', 'priser')} måtte sættes mere end en fjerdedel op eller mere end en femtedel ned.`,
  otherModel: (model: string) => `en anden model: ${model}`,
  otherModels: (others: number, total: number) => `Her er ${carsOf(others, total)} en anden model.`,
  otherFuel: (others: number, total: number, isInDoubt: boolean) =>
    `Her har ${carsOf(others, total)} et andet drivmiddel end ${isInDoubt ? 'det, registret nævner for denne bil' : 'denne'}.`,
  factsDisagree:
    'Omregnet på en anden måde, kun efter deres oplysninger, er disse biler for billige til at bekræfte besparelsen.',
  valueAbove: (amount: string) =>
    `Markedsværdien ligger ${amount} over midten af disse biler, fordi den bygger på alle de biler, vi har set.`,
  valueBelow: (amount: string) =>
    `Markedsværdien ligger ${amount} under midten af disse biler, fordi den bygger på alle de biler, vi har set.`,
  howWeRate: 'Sådan vurderer vi, og så tit tager vi fejl',
  smallPoolPrivate:
    'Vi har endnu ikke set nok biler til at kende markedet. Bilen er kun din: Den lærer os intet om markedet og vurderes først igen, når du sender den igen.',
  carsMissing: (missing: number) => `Der mangler ${count(missing, 'bil', 'biler')}, før vi kan vurdere.`,
  amazing: 'Den koster klart mindre end markedsværdien.',
  fair: 'Vi kalder den hverken et kup eller dyr.',
  poor: 'Den koster mere end markedsværdien.',
  reason: {
    rated: '',
    missing_make_model_year:
      'Mærke, model eller årgang mangler i annoncen, så der er intet at sammenligne med.',
    no_price: 'Annoncen nævner ingen pris.',
    placeholder_price:
      'Prisen i annoncen ligner et tal, der bare er tastet ind. Spørg, hvad sælgeren vil have.',
    price_out_of_range: 'Prisen ligger uden for det, vi vurderer: 7.500 til 3.000.000 kr.',
    uncertain: 'Lignende biler er prissat så forskelligt, at en markedsværdi ville være et gæt.',
    few_comparables: 'Vi har set for få lignende biler til at vurdere den.',
    too_good_to_be_true:
      'Prisen er så langt under markedet, at den snarere er en advarsel end et kup. Pas på med at betale forud.',
    far_above_market: 'Prisen er så langt over markedet, at der må være noget særligt ved bilen.',
    leasing: 'Det er et leasingtilbud eller en månedspris, som ikke kan sammenlignes med en købspris.',
    ex_vat: 'Prisen er uden moms og kan derfor ikke sammenlignes.',
    ex_tax: 'Prisen er uden dansk registreringsafgift og kan derfor ikke sammenlignes.',
    wholesale: 'Prisen gælder kun for forhandlere og kan derfor ikke sammenlignes.',
    parts: 'Bilen sælges til reservedele.',
    defect: 'Annoncen beskriver en fejl, som bestemmer prisen mere, end markedet gør.',
    wanted: 'Det er en køber, der søger en bil. Der er ingen bil til salg.',
    not_a_car: 'Det ligner ikke en personbil.',
    too_old: 'Bilen er mere end 25 år gammel; samlerpriser følger andre regler.',
    foreign_currency: 'Prisen er i en anden valuta.',
    down_payment: 'Prisen i annoncen er en udbetaling og ikke det, bilen koster.',
    doubtful_mileage:
      'Kilometertallet er tvivlsomt, og prisen er kun god, hvis det passer. Se ”Før du køber”.',
    small_pool:
      'Vi har endnu ikke set nok biler til at kende markedet. Jo flere biler der er på listen, jo før kan også denne vurderes.',
    thin_evidence: 'Prisen er lav, men for få biler ligner den nok til, at vi kalder den et kup.',
    mixed_evidence:
      'Prisen ser lav ud, men markedsværdien og de lignende biler stemmer ikke så godt overens, at vi kalder den et kup.',
    version_untold:
      'Prisen er høj, men annoncen siger kun lidt om version og udstyr, og en veludstyret bil kan koste så meget.',
    risky: 'Prisen er lav, men det, annoncen eller registret siger om bilen, kan være grunden.',
    told_by_register:
      'Prisen er lav, men det, registret svarer om bilen, kan være grunden. Se ”Før du køber”.',
    conditions_unread:
      'Prisen er lav, men vi har endnu ikke læst annoncens egne ord, som måske siger hvorfor.',
    contradicted:
      'Prisen er lav, men annonce og register er uenige om mærke, model, årgang eller drivmiddel. Find først ud af, hvad der er rigtigt.',
  },
};

/** The columns of a list as a spreadsheet. */
export const csv = {
  car: 'Bil',
  km: 'Kilometertal (km)',
  price: 'Pris (kr.)',
  marketLow: 'Markedsværdi, lav (kr.)',
  market: 'Markedsværdi (kr.)',
  marketHigh: 'Markedsværdi, høj (kr.)',
  days: 'Dage til salg, mindst',
  drop: 'Sidste prisfald (kr.)',
  page: 'Side',
  day: 'Set første gang',
  marketplace: 'Markedsplads',
  change: 'Ændring (kr.)',
};

export const facts = {
  title: 'Før du køber',
  nothing: (asked: number, all: number) =>
    asked === 0
      ? 'Registret kender bilen og er ikke spurgt om mere'
      : `Vi har spurgt registre om ${shareOf(asked, all, 'ting', 'ting')}: intet at advare om`,
  askedRest: (asked: number, all: number) =>
    `Vi har spurgt registre om ${shareOf(asked, all, 'ting', 'ting')}: intet andet at advare om`,
  askedAbout: (topics: string) => `Spurgt om: ${topics}. At der intet står i et register, er ingen garanti.`,
  pending: 'Motorregistret svarede ikke, så vi ved endnu intet derfra.',
  unread:
    'Indtil videre er bilen kun vurderet ud fra annoncen: Vi har endnu ikke ledt efter en nummerplade på billederne og ikke spurgt Motorregistret.',
  askedHourly: 'Det bliver spurgt igen hver time.',
  askedWhenSent: 'Det bliver først spurgt igen, når du sender bilen igen.',
  noPlate:
    'Ingen nummerplade kunne læses på billederne, så registret er ikke spurgt. Bed sælgeren om nummeret.',
  youTyped: (value: string) => `Du tastede ${value}.`,
  adSays: (value: string) => `Annoncen oplyser ${value}.`,
  registerSays: (value: string) => `Motorregistret oplyser ${value}.`,
  lastInspectedOn: (date: string) => `Seneste registrerede syn: ${date}.`,
  neverInspected: 'Der er intet syn registreret.',
  wasDueOn: (date: string) => `Det skulle være sket senest ${date}.`,
  inspectedOn: (date: string) => `Registreret: godkendt ${date}.`,
  adIsOlder: (date: string) => `Annoncen er ældre end synet: Den var der ${date}.`,
  validUntil: (date: string) => `Ifølge registret skal næste syn ske senest ${date}.`,
  registerSaysOn: (value: string, date: string) => `Motorregistret oplyser ${value} (${date}).`,
  kind: danishFindings,
  advice: {
    make_differs: 'Tjek, at nummerpladen hører til bilen.',
    model_differs: 'Se registreringsattesten, før I aftaler en pris.',
    year_differs: 'Spørg, hvad der er rigtigt; årgangen betyder noget for prisen.',
    fuel_differs: 'Tjek tankdækslet og registreringsattesten.',
    gearbox_differs: 'Prøv bilen, før du beslutter dig.',
    mileage_below_inspection: 'Bed om servicepapirer, og spørg, hvorfor tallet er faldet.',
    mileage_readings_differ: 'Spørg, hvilket tal der er rigtigt, og se på kilometertælleren.',
    mileage_unclear: 'Spørg, hvor langt bilen har kørt, og se på kilometertælleren.',
    year_unclear: 'Se årgangen på registreringsattesten.',
    mileage_low_for_age: 'Tallet kan være tastet tilfældigt ind. Spørg efter det rigtige tal.',
    inspection_overdue: 'Aftal, hvem der betaler for synet, før I giver hånd.',
    claims_fresh_inspection: 'Bed om at se synsrapporten.',
    owners_differ: 'Spørg, hvem der har ejet den, og se registreringsattesten.',
    deregistered: 'Plader koster ekstra, før du må køre, og måske også et syn.',
    leasing: 'Sælgeren ejer måske ikke bilen. Bed om bevis for, at leasingen er afsluttet.',
    debt: 'Kreditor kan gøre krav på bilen, uanset hvem der har den til den tid. Sørg for, at gælden er betalt, før du skriver under, eller få kreditors skriftlige samtykke.',
    imported: 'Bed om papirerne fra det land, den kom fra.',
  },
  caution: danishCautions,
  cautionAdvice: 'Spørg sælgeren om det.',
  priceAdvice: 'Spørg, hvad den koster i alt i kroner, før du tager ud og ser den.',
  placeholderAdvice: 'Spørg, hvad sælgeren vil have for den, før du tager ud og ser den.',
  inspectedSince: 'Bilen er synet, efter at annoncen kom op',
};

export const write: typeof import('../en/car-page.ts').write = {
  open: 'Skriv til sælger',
  title: 'En besked til sælger',
  text: 'Skrevet ud fra det, vi ved om bilen. Ret den til, og kopiér den ind i markedspladsens beskedfelt. Vi sender intet.',
  language: 'Beskedens sprog',
  message: 'Besked',
  copy: 'Kopiér',
  copied: 'Beskeden er kopieret',
  notCopied: 'Beskeden kunne ikke kopieres. Markér teksten, og kopiér den selv.',
};

export const firstOffer = {
  title: 'Et første bud',
  lead: 'Et tal at begynde med. Hvad biler ender med at koste, bliver ikke offentliggjort.',
  fixed: 'Sælgeren skriver, at prisen er fast.',
  similar: (cheaper: number, total: number) =>
    `Når forskellene er regnet med, er ${carsOf(cheaper, total)} til salg for mindre, eller var det, da vi sidst så ${cheaper > 1 ? 'dem' : 'den'}.`,
  gone: (cars: number) =>
    `${count(cars, 'af dem er', 'af dem er')} ikke længere til salg: Her gælder den sidste pris i annoncen.`,
  value: 'Det er markedsværdien, rundet ned: Vi har set for få lignende biler til at sige mere.',
  capped: 'Det er markedsværdien, rundet ned; midten af de lignende biler ligger over den.',
  asked: 'Det er sælgerens pris: Intet hos de lignende biler, vi har set, taler for en lavere pris.',
  below: 'Det er sælgerens pris, og den ligger under markedsværdien.',
  notAbove: 'Det er sælgerens pris, og den er ikke højere end markedsværdien.',
  long: ({ days, isAgeKnown, isUsualKnown }: { days: number; isAgeKnown: boolean; isUsualKnown: boolean }) =>
    `Udbudt i ${isAgeKnown ? '' : 'mindst '}${count(days, 'dag', 'dage')}${isUsualKnown ? ', længere end normalt' : ''}.`,
  dropped: (amount: string) => `Prisen er sat ned med ${amount}`,
  range: (low: string) => `Markedsintervallet begynder ved ${low}`,
  cuts: (tenths: number, ads: number) =>
    `Af annoncer som denne (tid til salg, pris i forhold til markedet, sælgertype) blev ${tenths === 0 ? 'færre end 1 ud af 20' : `ca. ${tenths} ud af 10`} sat ned i pris inden for 14 dage, hvis de stod der så længe: optalt på mindst ${count(ads, 'annonce', 'annoncer')}.`,
  cutsOrEnds: (cut: number, ended: number, ads: number) =>
    `Af annoncer som denne (tid til salg, pris i forhold til markedet, sælgertype) blev ${cut === 0 ? 'færre end 1 ud af 20' : `ca. ${cut} ud af 10`} sat ned i pris inden for 14 dage, og ${ended === 0 ? 'færre end 1 ud af 20' : `ca. ${ended} ud af 10`} var væk uden først at være sat ned: optalt på mindst ${count(ads, 'annonce', 'annoncer')}.`,
  toPayTitle: 'Træk fra',
  toPay: {
    faults: 'Hvad det koster at udbedre det, som sidste syn fandt.',
    inspection_overdue: 'Hvad det overskredne syn koster, og hvad det kan vise.',
    inspection_due: 'Hvad det kommende syn koster, og hvad det kan vise.',
    no_inspection: 'Hvad et syn koster, og hvad det kan vise.',
    deregistered: 'Hvad nummerplader koster, før den må køre, og et syn, hvis den skal have et.',
    no_plates: 'Hvad syn og nummerplader koster, før den må køre.',
  },
  unknownCost: 'Hvad det koster, ved vi ikke: Spørg et værksted eller en synshal.',
  heavy: 'Få først styr på punkterne under ”Få det afklaret først”. Indtil da foreslår vi intet bud.',
};

export const unrated = {
  range: (year: number, low: string, high: string, isDoubted: boolean) =>
    `Lignende biler fra ${year}${isDoubted ? ', som er annoncens årgang,' : ''} udbydes som regel til mellem ${low} og ${high}`,
  rangeHow: 'Intervallet rummer cirka otte af ti af deres udbudspriser.',
  roughRange: (year: number, low: string, high: string, isDoubted: boolean) =>
    `Lignende biler fra ${year}${isDoubted ? ', som er annoncens årgang,' : ''} udbydes måske til mellem ${low} og ${high}`,
  roughHow:
    'Det er et groft interval for udbudspriser, omregnet til bilens årgang og kilometertal ud fra de få biler, der er set, og ingen vurdering.',
  wideHow:
    'Det er et groft interval for udbudspriser, fordi lignende biler er så forskelligt prissat, og ingen vurdering.',
  locked: 'Vi kan give et interval for, hvad sådanne biler udbydes til.',
  unlock: 'Lås op',
  seen: (cars: number, seesAll: boolean) =>
    `${cars === 0 ? 'Ingen andre biler' : count(cars, 'anden bil', 'andre biler')} af modellen${seesAll ? ' at sammenligne med' : ', som du kan se'}`,
  needed: (least: number, isOwnCounted: boolean) =>
    `En vurdering kræver som regel ${least} biler af modellen${isOwnCounted ? ', denne regnet med' : ''}; færre er nok, hvis en af dem ligner den meget.`,
  missing: (cars: number) => `Der mangler ${cars} endnu.`,
  gone: 'ikke længere til salg',
  otherEngines: (model: string) => `Se ${model} med en anden motor`,
  tellMe: 'Giv besked, når den kan vurderes',
  willTell: 'Du får besked, når den kan vurderes, fordi du har gemt den.',
};
