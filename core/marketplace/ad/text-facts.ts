import type { Fuel, Gearbox, Mileage } from './listing.ts';
import { parseMileage } from './mileage.ts';
import { plateInText } from './plate-in-text.ts';
import { foldText } from './text.ts';
import { yearInText } from './year.ts';

/** The facts of a car that only the seller's words hold. What they do not say is null. */
export type TextFacts = {
  year: number | null;
  mileage: Mileage | null;
  horsepower: number | null;
  engineLitres: number | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  previousOwners: number | null;
  plateInText: string | null;
};

/** Engine codes that follow a displacement, and the fuel that each burns. */
const dieselCodes =
  'tdi|sdi|hdi|bluehdi|e-hdi|cdi|cdti|dci|tdci|ecoblue|crdi|jtd|jtdm|multijet|d-4d|d4d|ddis|td|did|di-d|i-dtec|i-ctdi|bluetec|mzr-cd|skyactiv-d';
const petrolCodes =
  'tsi|tfsi|fsi|mpi|puretech|vti|thp|tce|ecoboost|scti|gdi|t-gdi|tgdi|vvt-i|vvti|i-vtec|vtec|vtec turbo|cvvt|twinport|t-jet|twinair|multiair|dig-t|skyactiv-g|e-skyactiv g|boosterjet|sce|duratec|ti-vct|kompressor|cgi|16v|mivec|gti';
const fuelWords: [Fuel, RegExp][] = [
  [
    'plugin_hybrid',
    /plug-?\s?in|\bphev\b|\bgte\b|\bgtx? ?e\b|e-?hybrid|tfsi e\b|\btwin engine\b|\b4xe\b|\brecharge t\d|\b\d{3}e\b/,
  ],
  ['hybrid', /hybrid|\bhev\b|\bhsd\b|\be:hev\b|e-power/],
  ['hydrogen', /\bbrint\b|hydrogen|\bfcev\b/],
  [
    'electric',
    /\bel-?bil\b|100\s?% el\b|fuld(?:t)? elektrisk|\belectric\b|\belektrisk bil\b|\bbev\b|\bev\b|\be-golf\b|\b\d{2,3}\s?kwh\b|(?:braendstof|drivmiddel)\W{1,3}el\b/,
  ],
  ['gas', /\bcng\b|\blpg\b|\bg-tec\b|\btgi\b|\bautogas\b|\bnaturgas\b/],
  [
    'diesel',
    new RegExp(
      `\\bdiesel|(?<![a-z])(?:${dieselCodes})(?![a-z])|\\b[1-8]\\d{2}x?d\\b|drive\\d{2}d\\b|volvo\\b[^\\n]*\\bd[2-5]\\b`,
    ),
  ],
  [
    'petrol',
    new RegExp(
      `\\bbenzin|\\bpetrol\\b|\\bgasoline\\b|(?<![a-z])(?:${petrolCodes})(?![a-z])|\\b[1-8]\\d{2}i\\b`,
    ),
  ],
];
const automatic =
  /automatgear|automatic\b|automatisk\s?gear|gear\w*\W{1,3}automat|\bautomat\b|\baut\.?(?![a-z.])|\bdsg\d?\b|s-?tronic|tiptronic|steptronic|geartronic|powershift|multitronic|\bcvt\b|\bedc\b|\beat\d\b|\bpdk\b|\b[79]g-tronic/;
const manual = /manuel(?:t|le)?\b|\bmanual\b|\b[56]-?\s?(?:trins|gears?)\b(?!\w*aut)|gear\W{1,3}man\b/;
const ownersByFigure =
  /(?<![\d.,])([1-9])\.?\s*(?:ejere?|ejers|owners?)\b|(?:antal\s(?:tidligere\s)?ejere|previous owners|owners)\W{1,3}([1-9])(?!\d)/;
const ownersByWord: [RegExp, number][] = [
  [/\b(?:en|een|foerste|foersteejers?|kun een|single|one)[\s-]?(?:ejers?|owner)\b|foersteejers/, 1],
  [/\b(?:to|two|anden)[\s-]?(?:ejere|ejers|owners)\b/, 2],
  [/\b(?:tre|three)[\s-]?(?:ejere|ejers|owners)\b/, 3],
];

/** Reads title and description together; the title comes first because it is the more careful of the two. */
export function readTextFacts(title: string, description: string | null): TextFacts {
  const text = `${title}\n${description ?? ''}`;
  const folded = foldText(text);
  return {
    year: yearInText(text),
    mileage: parseMileage(text),
    horsepower: readHorsepower(folded),
    engineLitres: readEngineLitres(folded),
    fuel: chooseFuel(foldText(title), folded),
    gearbox: readGearbox(foldText(title)) ?? readGearbox(folded),
    previousOwners: readOwners(folded),
    plateInText: plateInText(text),
  };
}

/**
 * "105 hk", "77 kW" (× 1.35962), or the bare figure that Danish titles put after the engine's code ("1,6 TDI
 * 105").
 */
function readHorsepower(folded: string): number | null {
  const named = /(?<![\d.,])(\d{2,4})\s*(?:hk|hp|ps|bhp|hestekraefter|heste)\b/.exec(folded);
  if (named) return plausibleHorsepower(Number(named[1]));
  const kilowatts = /(?<![\d.,])(\d{2,3})\s*kw\b(?!\s*(?:lad|dc|ac|hurtig|t\b))/.exec(folded);
  if (kilowatts) return plausibleHorsepower(Math.round(Number(kilowatts[1]) * 1.35962));
  const firstLine = folded.split('\n', 1)[0]!;
  const coded = new RegExp(
    `\\d[.,]\\d\\s*(?:${dieselCodes}|${petrolCodes})\\s+(\\d{2,3})(?![\\d.,]|\\s*(?:km|t\\.?km|tkm|kr|k\\b))`,
  ).exec(firstLine);
  return coded ? plausibleHorsepower(Number(coded[1])) : null;
}

function plausibleHorsepower(value: number): number | null {
  return value >= 20 && value <= 1500 ? value : null;
}

const litreUnit = `\\s*(?:${dieselCodes}|${petrolCodes}|l(?![a-z/]|\\s*/|\\s*pr)|liters?\\b(?!\\s*(?:/|pr))|litre\\b|benzin|diesel|turbo|t\\b|v[68]\\b|hybrid|d\\b|i\\b)`;
const litresBeforeUnit = new RegExp(`(?<![\\d.,/])([0-8][.,]\\d{1,2})(?!\\d)${litreUnit}`);
const litresInTitle =
  /^[^\n]*?(?<=\s)([0-8][.,]\d{1,2})(?=\s|$)(?!\s*(?:l\s*(?:\/|pr)|liter pr|km|t\.?km|mio|%|tons?|m\b|"))/;

/**
 * "1,6 TDI", "2.0 liter", "1.4 benzin", or a bare "1,6" in the title; to one decimal, as engines are named
 * ("1,25" is a 1.2). Consumption ("5,2 l/100") is something else.
 */
function readEngineLitres(folded: string): number | null {
  const found = (litresBeforeUnit.exec(folded) ?? litresInTitle.exec(folded))?.[1];
  if (found === undefined) return null;
  const litres = Math.floor(Number(found.replace(',', '.')) * 10 + 1e-9) / 10;
  return litres >= 0.5 && litres <= 8.5 ? litres : null;
}

/**
 * The first kind that fits from the most special to the plainest; a text that names both plain fuels names
 * neither.
 */
function readFuel(folded: string): Fuel | null {
  const named = fuelWords.filter(([, pattern]) => pattern.test(folded)).map(([fuel]) => fuel);
  if (named[0] === 'diesel' && named.includes('petrol'))
    return /\bdiesel/.test(folded) && /\bbenzin/.test(folded) ? null : 'diesel';
  return named[0] ?? null;
}

/** A fuel that stands alone in a list of facts ("…, Benzin, …", "• El"), where it is stated and not part of a name. */
const statedFuel = /(?:^|[,•;|])\s*(plug-?in[ -]hybrid|hybrid|el|benzin|diesel)\s*(?=[,.•;|]|$)/m;
const statedFuels: Record<string, Fuel> = {
  hybrid: 'hybrid',
  el: 'electric',
  benzin: 'petrol',
  diesel: 'diesel',
};

/** A stated fuel wins ("Swift 1,2 Hybrid" runs on petrol), then the title, then the text. */
function chooseFuel(title: string, text: string): Fuel | null {
  const stated = statedFuel.exec(text)?.[1];
  if (stated) return statedFuels[stated] ?? 'plugin_hybrid';
  return readFuel(title) ?? readFuel(text);
}

function readGearbox(folded: string): Gearbox | null {
  const isAutomatic = automatic.test(folded);
  return isAutomatic === manual.test(folded) ? null : isAutomatic ? 'automatic' : 'manual';
}

function readOwners(folded: string): number | null {
  const figure = ownersByFigure.exec(folded);
  if (figure) return Number(figure[1] ?? figure[2]);
  return ownersByWord.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
}
