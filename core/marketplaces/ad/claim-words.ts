import { once } from '#core/shared.ts';
import { byPeriodWords, offerWords, periodWords } from './offer-words.ts';
import { foldText } from './text.ts';

/**
 * What words in an ad mean, in Danish, Swedish, Norwegian, German, English and Dutch: a word is added to one row here and
 * nowhere else. "tandrem*" is a word with any ending, "*dæk" one with any beginning, "på_uret" two words.
 */
const meanings = {
  /** What the car has run. */
  odometer: `kørt kjørt körd kört gået gått kilometerstand kilometerstanden kmstand kilometertal kilometertæller* speedometer* speedometret tælleren miltal mätarställning
    laufleistung gelaufen odo km-stand km_stand kilometer_stand odometer mileage milage tacho tachostand gelopen tellerstand kilometrage
    kørte_km kørt_km km_tal kmtal antal_km antal_kilometer kilometers_driven has_done has_covered kjørelengde km.stand przebieg kilometraje rundet rullet passeret kilometer_tal kilometerne tilbagelagt aktuel_km aktuelt_km står_på står_til står_nu_på står_på_nu km_tæller kmtæller viser km_tallet kilometertallet`,
  clock:
    'på_klokken på_tælleren på_uret på_speedometeret på_måleren on_the_clock auf_der_uhr auf_dem_tacho op_de_teller på_mätaren on_the_odo',
  /** Parts of which an ad tells what they have run, when they were changed. */
  part: `tandrem* kilerem* rem remskift kæde kædesæt kamkæde* motor motoren motorn motorens engine gearkasse* gearbox kobling* koblings* bremse* *dæk
    dækkene *hjul batteri* turbo turboen dpf partikelfilter støddæmper* vandpumpe* kamrem* registerreim* reim zahnriemen* kupplung bremsbelag* bremsbelæg*
    *reifen akku kamkedja växellåda växellådan lamellen koppling* bromsar bromsskivor *däck *dekk felger fälgar *fælge timing belt cambelt
    clutch brakes battery tyres tires distributieriem koppeling remmen banden accu versnellingsbak getriebe topstykke* toppakning* styrekugle* bærearm* hjulleje* udstødning*
    katalysator glødestifter* dyser injektor* svinghjul* olie olien undervogn* forrude* ruden klimaanlæg* aircon* aircondition* startmotor* generator* lakering lak rust
    undervognsbehandl* rustbehandl* lygter kaross* exhaust struts windscreen starter kølervæske motorolie gearolie`,
  /** A word that says that a part or a state is not the first one. */
  change: `skiftet skiftes skift udskiftet ny nye nyt nyere renoveret renovering lavet monteret fornyet ombygget bytt bytet byttet utbytt ny- nytt nya
    gewechselt erneuert gemacht getauscht neu neue neuer neues replaced changed done rebuilt renewed new nieuwe nieuw vervangen renoverad renovert overhauled ombyttet malet lakeret
    motorbyte motorskift bytte-motor byttemotor vejet`,
  service: `service serviceret servicerad servad servat serviceeftersyn eftersyn olieskift inspektion inspektionen kundendienst service-eftersyn onderhoud beurt serviced oliebytte
    oljeskift oljebyte ölwechsel oil_change hovedeftersyn serviceinterval* olieservice serviceeftersynet storservice servicet servisert`,
  interval: `hver hvert alle varje hvar every interval intervall* serviceinterval* næste next nächste nästa neste om igen efterfølgende elke volgende kommende`,
  warranty:
    'garanti* garantie* warranty guarantee fabriksgaranti* batterigaranti* nybilsgaranti* werksgarantie* forsikring* vejhjælp mobilitetsgaranti',
  range: `rækkevidde* rækkevide* rækkevid* range wltp nedc reichweite räckvidd* rekkevidde* actieradius opladning laddning lading elrækkevidde* tank tankfuld tankning tanken el-rækkevidde
    elrange batterirækkevidde*`,
  yearly: `årligt årlig årlige årskørsel årskørselen om_året pr_år per_år i_året per_year yearly annually jährlich im_jahr pro_jahr per_jaar jaarlijks kontraktkilometer* årskilometer*
    a_year pr_måned per_måned per_month i_måneden om_måneden pr_md a_month om_dagen pr_dag dagligt hver_dag daglig per_dag`,
  /** Kilometres that a contract holds, or that a reader drives. */
  included:
    'resterende resterande remaining restkilometer* pendler pendling kørselsbehov kørsel inkluderet inkl inklusive overkørte overkørsel overkilometer mehrkilometer freikilometer included binding* løbetid*',
  distance: `herfra radius afstand omkreds inden_for indenfor leveres levering kører_du køretur away within afhentning transport hentes ligger liegt bor omegn from_here entfernt väster nord syd øst vest`,
  limit:
    'under max maks maximalt maksimum maximum højst op_til upp_till opptil up_to bis tot indtil until mindre_end under_de less_than up_til',
  wish: `søger søges sökes suche gesucht købes köpes kjøpes ønskes interesseret_i leder_efter looking_for helst gerne_en vil_have må_gerne_have gerne_have_kørt må_have_kørt må_max_have`,
  swap: 'byttes bytes bytte bytter bytte* byter swap trade trades px tausche tausch tauschen inzahlungnahme ruilen inruil byta',
  otherCar: `anden_bil andre_biler den_anden det_andet min_anden tilsvarende lignende en_anden andere_autos another_car other_cars samme_bil same_car annan_bil andra_bilar annen_bil andre_bil
    se_også ses_også samme_årgang samme_model hos_forhandler forhandleren f_eks feks eksempelvis z_b e_g for_example til_sammenligning samme_motor same_engine som_i_en gleicher_motor fra_bil fra_en_bil fra_bilen_der min_nye vores_nye ny_bil nye_bil my_new nybil min_gamle vores_gamle min_forrige den_gamle_bil`,
  inspection: `syn synet synes nysynet nysyn synsfri synsrapport syns tüv tuv hu au mot apk besiktigad besiktad besiktigas besiktning nybesiktigad nybes nybesiktad besikt kontrollbesiktigad bes eu-kontroll
    eu_kontroll eukontroll eu-godkjent eu_godkjent kontrolbesigtigelse inspected inspection hauptuntersuchung dekra asu itv keuring gekeurd`,
  tax: 'afgift* registreringsafgift* ejerafgift* vejafgift* vægtafgift* skat skattad betalt tax vejskat steuer avgift årsavgift fordonsskatt wegenbelasting road_tax',
  event: `købt købte ejet haft siden seit sedan since bought owned gekauft köpt eier_siden kjøpt kopt haft_den importeret import importerad importert imported hjemtaget gekocht vinder vandt
    restaureret renoveret lakeret lakerad malet facelift solgt afmeldt udleveret lanceret annonceret opdateret opdatering update updated rustbehandlet undervognsbehandlet servicebesøg faktura`,
  /** Papers, which have years of their own. */
  record:
    'servicebog servicehæfte servicehistorik kvittering* faktura* regning* servicebok serviceheft scheckheft synsrapport billeder billede foto',
  /** What the year of the car is called. */
  modelYear: `årgang årg årsm årgan argang arg årgangen årsmodell årsmodel modelår modellår modeljahr modelljahr baujahr bj bauj model_year modell modellen mod model årsmod byggeår produktionsår produksjonsår bygget byggd bygd gebaut bouwjaar bwj built produceret produziert fremstillet manufactured yr my modelbouwjaar
    tillverkningsår fra_år modeldato model_dato year jahrgang år_model års_modell års_model`,
  firstYear: `reg registrering registreringsdatum regdatum registreret registrerad registrert registreringsår registreringsdato indreg* indr erstzulassung ez erstzul førstegangsreg* registered registration 1reg
    første_reg førstereg registrerings_år første_registrering first_reg inreg førstegangsregistreret registreringsårgang toelating datum_eerste_toelating 1.gangsreg reg.dato regdato reg.år regår taget_i_brug ibrugtaget tatt_i_bruk itrafik trafik fra_ny siden_ny købt_ny købt_som_ny solgt_ny solgt_som_ny leveret_ny leveret_som_ny såld_ny ab_neu since_new`,
  fromYear: 'fra från from aus van uit anno år året årstal',
  charge:
    'lade* lader *lader oplad* hurtiglad* hjemmelad* ladeboks* wallbox* dc ac charge* charging laden ladda* laddbox* laddning lading laadt laadpaal snellader onboard ombordlader* lynlad* lynlader ladekabel* supercharger* snabbladd* inverter solcelle*',
  tow: 'trække trækker træk *træk trækvægt anhænger* last lastevne lasteevne nyttelast ton tons dragkrok dragvikt tow towing anhängelast trekhaak trekgewicht trekker tilhengervekt totalvægt egenvægt vægt',
  /** Of which another car of the same kind is made. */
  variant:
    'findes_som findes_både kan_fås kan_også_fås fås_også fås_med findes_også fås_både kan_leveres_med kan_bestilles mod_merpris også_som also_available available_with available_as auch_als auch_erhältlich finns_även finns_också finnes_også ook_leverbaar',
  negation:
    'ikke ingen uden ej aldrig not no never without nicht kein keine ohne inte ingen utan uten niet geen zonder',
  /** Words that carry nothing: what stands before them counts on. */
  little: `i d den det de dem hos og and och und the of af s a en et er der til to for jan feb mar apr maj jun jul aug sep okt nov dec januar februar marts april juni juli august september
    oktober november december january february march may june july october mai märz dezember januari februari maart mei om ca kun lige netop sidst sidste seneste senest nyeste t.o.m tom ut neste`,
  near: 'til ved v vid at bei bij efter after nach hver innan før indtil',
  /** Words that begin another time than now. */
  otherTime: 'da når when als nachdem',
  auxiliary:
    'har selv have has har_kun kun only er der som med with have_run with_only mit nur som_har which is bare hat endast med_kun i havde har_den den now nu ca cirka about circa ungefær omkring',
} as const;
export type Meaning = keyof typeof meanings;

/** What stands behind a figure (a few also before it) and what it then counts. */
const units = {
  km: 'km kms kilometer kilometre kilometers kilometres kilometern kilometros km-',
  mil: 'mil',
  mile: 'mile miles mls mi millas',
  crowns: 'kr kroner kronor dkk sek nok eur euro euros € $ £ usd gbp tkr mio pund',
  horsepower:
    'hk hp ps bhp hestekræfter hestekrefter heste hestekraft hästkrafter hästkraft hästar pk cv pferdestärken',
  kilowatt: 'kw kilowatt',
  kilowattHour: 'kwh',
  litre: 'l liter liters litre litres ltr',
  cubic: 'cc ccm cm3 cm³ kubik',
  weight: 'kg kilo ton tons tonne t',
  torque: 'nm',
  inch: "\" tommer tommers zoll tum inch inches ''",
  percent: '% pct procent percent',
  time: 'år års månder måneder måned mdr md jahre jahr years year months month uger uge dage dag timer minutter sek. min jaar',
  electric: 'v volt ah a mah w watt',
  size: 'mm cm m meter hjul stk',
} as const;
export type Unit = keyof typeof units;

/** Words before a full stop that do not end a sentence. */
const abbreviations = `km kr ca ca. nr tlf mob reg indreg indr årg arg inkl incl ekskl eksl excl exkl ex eks aut autom el evt bl mv osv pr v m u d t ts tsd st stk pers dr hr
  mdl mtl udb bj bauj ez mod vgl bzw zzgl inkl. max maks min mio p.t pt pga jf ang vedr div org orig jan feb mar apr jun jul aug sep sept okt nov dec dez bes el alm tus hj cyl mech approx no vol man gl vogn dk fr st.car stc o s`;

/** The gearboxes, the fuels and their engines. */
export const automaticWords =
  'automatgear, automatisk gear, automatgir, automatlåda, automatväxlad, automatväxel, automatgearkasse, autogear, auto gear, automatic gearbox, automatic transmission, automatgetriebe, automatik, automaat, automatica, automat, dsg, dsg6, dsg7, s tronic, stronic, tiptronic, steptronic, geartronic, powershift, multitronic, cvt, e cvt, edc, eat6, eat8, pdk, 7g tronic, 9g tronic, automatkasse, dct, automatisk gearkasse, automatgearet, automatboks, automatikgetriebe, speedshift, easytronic, dualogic, dkg, direktkoblet gear, selespeed, tronic, multidrive, multidrive s, dct6, dct7, dct8, xtronic, x tronic, multimode, sensodrive, etg, etg5, etg6, egs, egs6, r tronic, quickshift, tct, ddct, hypertronic, lineartronic, i shift, dsg8, cvt7, e dct, dct auto';
/** Of the gear only in some places (`isGearAutomatic`). */
export const shortAutomaticWords = 'aut, autom, automatic, automatisk, automatiskt, automatische, auto';
export const manualWords =
  'manuel, manuelt, manuelle, manuell, manual, manuellt, manuelt gear, schaltgetriebe, schaltung, handschaltung, handgeschakeld, handgeskakeld, handbak, stick shift, manuellgetriebe, gear man, manuell växellåda, manuelgear, 5 trins gear, 6 trins gear, manuelt gearkasse, manuell gir';
/** "Aut." stands for much: it is of the gear at the end, before a figure and before one of these. */
export const gearNouns =
  'gear, gir, gearkasse, getriebe, transmission, gearbox, växellåda, växel, låda, trans, schaltung, versnelling, versnellingsbak, transmissie, gearkassen, geartype';
export const fuelCodes = {
  diesel:
    'tdi sdi hdi bluehdi e-hdi cdi cdti crd dci tdci ecoblue crdi jtd jtdm multijet d-4d d4d ddis td did di-d i-dtec i-ctdi bluetec mzr-cd skyactiv-d sky-d td4 td5 tdv6 tdv8 sdv6 sdv8',
  petrol:
    'tsi tfsi fsi mpi puretech vti thp tce ecoboost scti gdi t-gdi tgdi vvt-i vvti i-vtec vtec cvvt twinport t-jet twinair multiair dig-t skyactiv-g sky-g e-skyactiv boosterjet sce duratec ti-vct kompressor cgi 16v mivec gti etsi',
} as const;
export const fuelWords = {
  plugin_hybrid:
    'plug in hybrid, plugin hybrid, plug in, plugin, pluginhybrid, phev, e hybrid, ehybrid, twin engine, 4xe, gte, laddhybrid, ladbar hybrid, opladningshybrid, dm i, tfsie, tfsi e, ladhybrid, opladelig hybrid, ladbar',
  hybrid:
    'hybrid, hybriden, hybride, hybridbil, elhybrid, mildhybrid, hev, hsd, e:hev, e power, fullhybrid, mhev, selvopladende',
  hydrogen: 'brint, hydrogen, fcev, wasserstoff, vätgas, waterstof, brintbil',
  electric:
    'elbil, el bil, 100 % el, 100% el, fuld elektrisk, fuldt elektrisk, electric, elektrisk bil, bev, ev, e golf, elektroauto, elbilen, helelektrisk, fuldelektrisk, 100 % elektrisk, 100% elektrisk, elektrisch, elektro, ren elbil, helelektriskt',
  gas: 'cng, lpg, g tec, tgi, autogas, naturgas, erdgas, fordonsgas, aardgas, gasbil',
  diesel: 'diesel, dieselbil, dieselmotor, dieselen',
  petrol: 'benzin, benziner, bensin, petrol, gasoline, benzine, benzinbil, benzinmotor, super benzin, blyfri',
} as const;
const inPhrases = (codes: string) => codes.replaceAll(' ', ', ');
/** The words of each fuel with the engines that run on it. */
export const fuelPhrases: Readonly<Record<keyof typeof fuelWords, string>> = {
  ...fuelWords,
  diesel: `${fuelWords.diesel}, ${inPhrases(fuelCodes.diesel)}`,
  petrol: `${fuelWords.petrol}, ${inPhrases(fuelCodes.petrol)}`,
};
/** "El-ruder", "el. spejle", "electric windows": what is moved by electricity, and not the car. */
export const movedByElectricity =
  'ruder, rude, spejle, sidespejle, sæder, sæde, soltag, bagklap, bagagerum, træk, windows, mirrors, seats, fensterheber, spiegel, hejs, fönsterhissar, indstillelige, justerbare, sunroof, parking brake, håndbremse, heckklappe, window, tailgate, forsæder, førersæde, vinduer, vinduesheis, handbrake';
/** By how many have owned it: one, two, three, four, the present owner counted. */
export const ownerWords = [
  'en ejer, en ejers, een ejer, een ejers, første ejer, første ejers, 1 ejers, single owner, one owner, en ägare, en eier, erstbesitz, erste hand, erster hand, eerste eigenaar',
  'to ejere, to ejers, anden ejer, anden ejers, two owners, två ägare, to eiere, ein vorbesitzer, zwei besitzer, zweite hand, twee eigenaren',
  'tre ejere, tre ejers, three owners, tre ägare, tre eiere, zwei vorbesitzer, dritte hand, drie eigenaren',
  'drei vorbesitzer',
] as const;
/** How a seller comes by another vehicle (`next-vehicle.ts`), and why this one is sold. */
export const gettingWords =
  'købt, købe, køber, køb af, bestilt, bestiller, leaset, anskaffet, anskaffe, anskaffer, fået, får, venter på, ønsker, vil have, vil gerne have, har også, også har, kører, skal have, skal køre, skulle have, vil køre, kun køre, kørekort til, skifter til, skifte til, skiftet til, overgår til, overgang til, går over til, gået over til, opgraderer til, pga, p g a, grundet, på grund af, köpt, köper, köp av, inköp av, beställt, skaffat, fått, ska ha, går över till, övergår till, på grund av, kjøpt, kjøper, kjøp av, skal ha, på grunn av, gekauft, kauf eines, anschaffung eines, bestellt, bekommen, geleast, fahre, fahren, umstieg auf, steigen auf, steige auf, wechsel auf, wegen, bought, buying, i got, getting, ordered, purchased, purchase of, switching to, switched to, upgrading to, upgraded to, moving to, going, needs, due to, because of, gekocht, aanschaf van, besteld, overgestapt op, overstap op, vanwege';

/** Badges that tell the fuel within one make. */
export const badges: readonly (readonly [make: string, badge: RegExp, fuel: keyof typeof fuelWords])[] = [
  ['Mercedes-Benz', /\b(?:[abces]|cl[as]|gl[abces]|gl)[\s-]?(?:klasse\s)?\d{3}\s?d?e\b/, 'plugin_hybrid'],
  ['BMW', /\b[1-8]\d{2}x?e\b|\b[xs]drive\s?\d{2}e\b|\bi8\b/, 'plugin_hybrid'],
  ['Volvo', /\bt8\b|\bt[256] (?:recharge|twin|plug|awd recharge)|\brecharge t\d|\bt6 te\b/, 'plugin_hybrid'],
  ['Volvo', /\bd6 (?:plug|awd plug)/, 'plugin_hybrid'],
  ['Škoda', /\b(?:superb|octavia|kodiaq)\b[^\n]*\biv\b/, 'plugin_hybrid'],
  ['Peugeot', /\bhybrid ?(?:180|195|220|225|300|360)\b|\bhybrid ?4\b/, 'plugin_hybrid'],
  ['Citroën', /\bhybrid ?(?:180|225)\b/, 'plugin_hybrid'],
  ['Opel', /\bhybrid ?(?:180|195|224|225|300)\b|\bhybrid ?4\b/, 'plugin_hybrid'],
  ['DS', /\be-?tense ?(?:225|250|300|360)\b/, 'plugin_hybrid'],
  ['BYD', /\bdm-?i\b/, 'plugin_hybrid'],
  ['MG', /\behs\b/, 'plugin_hybrid'],
  ['Land Rover', /\bp\d{3}e\b/, 'plugin_hybrid'],
  ['Audi', /\b(?:a3|q7)\b[^\n]*\be-?tron\b|\btfsi ?e\b/, 'plugin_hybrid'],
  ['Volkswagen', /\bgte\b|\be-?hybrid\b/, 'plugin_hybrid'],
  ['Lynk & Co', /\b01\b/, 'plugin_hybrid'],
  ['MINI', /\bcountryman\b[^\n]*\bs?e all4\b/, 'plugin_hybrid'],
  ['Volvo', /\bd[2-6]\b/, 'diesel'],
  ['BMW', /\b[1-8]\d{2}x?\s?d\b|drive\s?\d{2}d\b/, 'diesel'],
  ['BMW', /\b[1-8]\d{2}i\b|drive\s?\d{2}i\b/, 'petrol'],
  ['Mercedes-Benz', /\b(?:[abces]|cl[as]|gl[abces]|gl|v|ml)[\s-]?\d{3}\s?d\b/, 'diesel'],
];

const mostRemembered = 4000;
/** Ads are made of the same words: each is looked up once, until there are too many to keep. */
function remembered<Value>(find: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size >= mostRemembered) known.clear();
    const value = find(word);
    known.set(word, value);
    return value;
  };
}

const list = (row: string) => row.trim().split(/\s+/);
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** "Tüv" is also written "tuev". */
const formsOf = (phrase: string): string[] => [
  ...new Set([phrase, phrase.replace(/[äöü]/g, (letter) => umlauts[letter]!)].map(foldText)),
];

/** A meaning that takes the words behind as well. */
type Phrase = { meaning: Meaning; rest: readonly string[] };
type Lexicon = {
  whole: Map<string, Phrase[]>;
  beginnings: Map<string, Meaning[]>;
  endings: Map<string, Meaning[]>;
};

const lexicon = once((): Lexicon => {
  const made: Lexicon = { whole: new Map(), beginnings: new Map(), endings: new Map() };
  for (const [name, row] of Object.entries(meanings)) {
    const meaning = name as Meaning;
    for (const form of list(row).flatMap(formsOf)) {
      const word = form.replaceAll('_', ' ');
      if (word.endsWith('*')) add(made.beginnings, word.slice(0, -1), meaning);
      else if (word.startsWith('*')) add(made.endings, word.slice(1), meaning);
      else {
        const [first, ...rest] = word.split(/[^a-z0-9@]+/).filter((part) => part !== '');
        add(made.whole, first!, { meaning, rest });
      }
    }
  }
  return made;
});

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

const shortestStem = 3;

export type KnownWord = {
  /** What it means alone. */
  meanings: readonly Meaning[];
  /** What it means with the words behind it. */
  phrases: readonly Phrase[];
  /** The rows of phrases of which one may begin with it. */
  rows: readonly PhraseRow[];
};

/** All that the tables hold of a folded word. */
export const knownWord = remembered((word: string): KnownWord => {
  const { whole, beginnings, endings } = lexicon();
  const own = whole.get(word) ?? [];
  const meanings = own.filter(({ rest }) => rest.length === 0).map(({ meaning }) => meaning);
  for (let length = Math.min(word.length, longestWord); length >= shortestStem; length--)
    meanings.push(
      ...(beginnings.get(word.slice(0, length)) ?? []),
      ...(endings.get(word.slice(-length)) ?? []),
    );
  return { meanings, phrases: own.filter(({ rest }) => rest.length > 0), rows: rowsBegunBy(word) };
});

const unitNames = once(
  () =>
    new Map(
      Object.entries(units).flatMap(([unit, row]) =>
        list(row).map((word): [string, Unit] => [foldText(word), unit as Unit]),
      ),
    ),
);
export const unitOf = (word: string): Unit | null => unitNames().get(word) ?? null;

const abbreviated = once(() => new Set(list(abbreviations).map(foldText)));
export const isAbbreviation = (word: string): boolean => abbreviated().has(word);

/** "s tronic, u moms" → a pattern of whole words, in which a blank is any sign or none, and "*" any ending. */
export function anyOf(phrases: string, flags = ''): RegExp {
  const sources = phrases
    .split(',')
    .flatMap((phrase) => formsOf(phrase.trim()))
    .filter((phrase) => phrase !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replace(/[+?.()[\]{}^$|\\/]/g, '\\$&')
        .replaceAll('*', '[a-z]*')
        .replaceAll(' ', '[\\s./-]{0,3}'),
    );
  return new RegExp(`(?<![a-z0-9])(?:${sources.join('|')})(?![a-z0-9])`, flags);
}

/** Rows of phrases that are searched for in clauses (`anyOf`). */
const phraseRows = {
  ...offerWords,
  ...fuelPhrases,
  automatic: automaticWords,
  shortAutomatic: shortAutomaticWords,
  manual: manualWords,
  getting: gettingWords,
  period: `${periodWords}, ${byPeriodWords.replaceAll(',', '*,')}, mo, m, p, pm, daily, dage, uger, days, weeks, tage, dager, dagar`,
};
export type PhraseRow = keyof typeof phraseRows;
type Beginning = { row: PhraseRow; next: string };

/** Each row under the first words of its phrases, with the sign behind; under "" where one begins with no letter. */
const beginningsOfRows = once(() => {
  const made = new Map<string, Beginning[]>();
  for (const [row, phrases] of Object.entries(phraseRows))
    for (const phrase of phrases.split(',').flatMap(formsOf)) {
      const [, first, next] = /^([a-z][a-z0-9]*|)(.?.?)/.exec(phrase.trim())!;
      add(made, first!, { row: row as PhraseRow, next: next! });
    }
  return made;
});

const rowsBySign = once(() => {
  const made = new Map<string, PhraseRow[]>();
  for (const { row, next } of beginningsOfRows().get('') ?? []) add(made, next[0]!, row);
  return made;
});
/** Rows of which a phrase begins with a figure or a sign of the text. */
export const rowsBegunBySigns = (folded: string): PhraseRow[] =>
  [...rowsBySign()].flatMap(([sign, rows]) => (folded.includes(sign) ? rows : []));

/** A blank of a phrase may be left out ("umoms"), and "*" is any ending. */
function rowsBegunBy(word: string): PhraseRow[] {
  const rows = new Set<PhraseRow>();
  for (let length = 1; length <= word.length; length++)
    for (const { row, next } of beginningsOfRows().get(word.slice(0, length)) ?? [])
      if (length === word.length || next[0] === '*' || next === ` ${word[length]}`) rows.add(row);
  return [...rows];
}

const shortestMisspelt = 5;
/** In so long a word one letter may be any other one. */
const shortestWithOther = 9;
const longestWord = 24;
const without = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1);

/** Every word of the tables that is long enough to be known again with a slip in it, and the words it may be written as. */
const spellings = once(() => {
  const known = new Set<string>();
  const rows = [
    ...Object.values(meanings),
    automaticWords,
    manualWords,
    gearNouns,
    movedByElectricity,
    ...Object.values(fuelWords),
    ...Object.values(offerWords),
  ];
  // "køler grill" may be written in one word.
  for (const row of rows)
    for (const phrase of foldText(row).split(/[,_]/))
      for (const word of [...phrase.split(/[^a-z]+/), phrase.replace(/[^a-z]+/g, '')])
        if (word.length >= shortestMisspelt) known.add(word);
  /** Without one of its letters; null where two words would be. */
  const shortened = new Map<string, string | null>();
  for (const word of known) {
    if (word.length <= shortestMisspelt) continue;
    // The first letter is seldom the one that is missing.
    for (let at = 1; at < word.length; at++) {
      // Folded, "ø" and "æ" are two letters.
      const isLetterOfTwo = /^(?:oe|ae|aa)/.test(word.slice(at));
      for (const short of [without(word, at), ...(isLetterOfTwo ? [without(without(word, at), at)] : [])]) {
        const other = shortened.get(short);
        shortened.set(short, other === undefined || other === word ? word : null);
      }
    }
  }
  return { known, shortened };
});

/** What people write that is one letter from a word of the tables and means something else. */
const otherWords = new Set(
  list(
    `${foldText('købet søgte kørte gået kører skifter skiftede skifte servicere sælge ældre alder modeller model årgange biler lakken lader laver lavet motorer motors sælger stonic strom ladar laddar nogle taken korte reserveres reserveras reserverer sales bytes langt bygger manta tæller sprint kjøer seges')}`,
  ),
);

/** A word of the tables that another one is a slip for; that word itself where it is none. */
const correctedWord = remembered((word: string): string => {
  const { known, shortened } = spellings();
  if (known.has(word) || otherWords.has(word)) return word;
  const longer = shortened.get(word);
  // "Wheel" is no slip for "wheels", "gril" is one for "grill".
  if (longer && (!longer.startsWith(word) || longer.at(-1) === word.at(-1))) return longer;
  if (word.length < shortestMisspelt + 2) return word;
  const isLong = word.length >= shortestWithOther;
  for (let at = 1; at < word.length; at++) {
    const short = without(word, at);
    const isSpareLetter = isLong || word[at] === word[at - 1] || word.startsWith('ae', at);
    if (isSpareLetter && known.has(short)) return short;
    const other = isLong ? shortened.get(short) : null;
    if (other && without(other, at) === short && other.length === word.length) return other;
    const swapped = `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`;
    if (at < word.length - 1 && known.has(swapped)) return swapped;
  }
  return word;
});

/** A folded text in which words of the tables are spelt as there, where one letter is missing, doubled, swapped or another. */
export const correctSlips = (folded: string): string =>
  folded.replace(/(?<![a-z0-9])[a-z]{5,24}(?![a-z0-9])/g, correctedWord);
