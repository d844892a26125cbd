import { once } from '../../once.ts';
import type { Token } from './title-tokens.ts';

const words = (list: string) => once((): ReadonlySet<string> => new Set(list.trim().split(/\s+/)));

/** Goods that share their words with cars ("Polo t-shirt", "Smart TV", "Golf jern"): beside one no name is believed alone. */
const goodsWords = words(`
  tshirt skjorte troeje jakke kjole buks bukser sko stoevler stovler str stoerrelse solbriller taske rygsaek ur ure lufthavn
  jern saet koller koeller bold golfsaet boks reol stol stole bord sofa seng skab lampe tv tommer 
  tablet iphone ipad samsung huawei xperia nokia macbook gb ssd objektiv hoejttaler hojttalere hoejttalere spil 
  vinyl plader bog boger magasin blad lego bamse legetoej legetoj playmobil dukke puslespil konsol ps4 ps5 xbox guitar klaver
  keyboard cykel cykler mountainbike racercykel elcykel loebehjul lobehjul trailer campingvogn adria hobby kabe fendt dethleffs knaus yamaha kawasaki ducati ktm vespa harley puch thule knallert scooter motorcykel baad bad jolle
  paahaengsmotor traktor plaeneklipper maskine symaskine vaskemaskine slibemaskine boremaskine stoevsuger koeleskab fryser
  ovn grill telt haengelaas vindue vinduer doer barnestol autostol barnevogn klapvogn hund hvalpe
  hest kat billet billetter gavekort kaede parfume creme kop kopper glas vase ski snowboard minibar laas kabel oplader
  modelbil modelbiler harddisk processor laptop baerbar hovedtelefoner soundlink bestik tallerkner toej tojpakke`);

/** "Løbesko", "racercykel": goods that are written in one word. */
const goodsEnding =
  /(?:cykel|cykler|sko|stoevler|taske|lampe|kopper|kande|figur|plakat|jakke|bukser|jeans|troeje|legetoej|maskine|madras|kikkert|briller|klaver|smykke|aeske|bog|strik|emhaette)$/;

/** Sold with cars as well as alone. */
const wheels = /(?:daek|faelge|tagboks)$/;

/** What stands beside the names of cars: bodies, drives, gears, trims, sales talk of cars. */
const carWords = words(`
  avant allroad sportback touring variant stc stcar stationcar stationsvogn sw st combi kombi estate tourer sedan coupe cabriolet
  cabrio roadster limousine spaceback sports sporttourer multispace tepee mcv stepway varevogn kassevogn pickup suv van cw
  diesel benzin hybrid phev hev mhev elbil electric el ev kwh turbo kompressor xdrive sdrive quattro 4matic 4motion awd 4wd 4x4 fwd
  dsg aut automat automatgear automatik tiptronic steptronic stronic edc cvt pdk manuel gear cdi tdi v6 v8
  hk km tkm nysynet nysyn synet syn ejer 1ejer servicebog aarg aargang pers prs personers saeder traek doers dors dr 3d 4d 5d 5doers
  comfortline highline trendline rline sline mline msport amg gti gtd gte rs fr gtline stline nline rdesign titanium trend ghia
  ambiente ambition elegance style cosmo enjoy sport active allure feel shine seduction intensive expression dynamique zen
  intens acenta tekna visia momentum kinetic summum inscription lounge pop premium limited executive exclusive comfort
  attraction avantgarde classic business edition advance vision inform intense instyle laureate recharge bluemotion performance
  longrange dualmotor vinterhjul sommerhjul afgift leasing engros motorskade bil biler bilen familiebil varebil studiebil`);

/** Words by which people sell anything; they stand before a name without belonging to it. */
const salesWords = words(`
  paen paent flot flotte fin fine lille stor super velholdt velholdte velkoerende velkorende laekker billig god dejlig saelges saelg
  saelger sales sale til salg min mit vores vi kan byttes meget rigtig rigtigt nysynet nedsat tilbud hvid sort roed groen blaa graa soelv
  graa solv rod bla en et den stk trofaste elskede gamle familiebil pendlerbil brugsbil bil solgt koeb nu fra`);

/** Engines that only some makes call so. */
const engineMakes = once((): readonly [RegExp, ReadonlySet<string>][] =>
  (
    [
      ['tsi|tfsi|fsi|sdi|mpi|etsi|tgi', 'Volkswagen,Audi,Škoda,Seat,Cupra'],
      ['tdi', 'Volkswagen,Audi,Škoda,Seat,Cupra,Porsche,Nissan'],
      ['e?hdi|bluehdi|puretech|e?thp|e?vti', 'Peugeot,Citroën,DS,Opel,Fiat,MINI'],
      ['dci|tce|etech|bluedci', 'Renault,Dacia,Nissan,Mercedes-Benz,Opel,Mitsubishi'],
      ['cdti|ecotec|twinport|sidi', 'Opel,Chevrolet,Saab'],
      ['crdi|tgdi|cvvt', 'Kia,Hyundai,Genesis'],
      ['tdci|ecoboost|scti|tivct|duratec|ecoblue', 'Ford'],
      ['d4d|vvti|vvtie|hsd', 'Toyota,Lexus,Daihatsu'],
      ['cdi|bluetec|kompressor|4matic|bluetecs|cgi', 'Mercedes-Benz,Smart'],
      ['jtdm?|mjt|multijet|tjet|twinair|mair|multiair', 'Fiat,Alfa Romeo,Lancia,Jeep,Opel,Suzuki'],
      ['xdrive\\w*|sdrive\\w*|edrive\\w*', 'BMW'],
      ['skyg|skyd|skyactiv\\w*|eskyactiv\\w*|mzr|mzrcd', 'Mazda'],
      ['ivtec|vtec|idtec|ictdi|vtecturbo', 'Honda'],
      ['ddis|dualjet|boosterjet', 'Suzuki,Fiat'],
      ['digt', 'Nissan'],
      ['did|mivec', 'Mitsubishi'],
      ['vcdi', 'Chevrolet'],
    ] as const
  ).map(([pattern, makes]) => [new RegExp(`^(?:\\d+)?(?:${pattern})\\d*$`), new Set(makes.split(','))]),
);

/** No car has an engine of nine litres: "9.3" is a Saab. */
const displacement = /^[0-8][.,]\d/;
const powerWord = /^(?:hk|ps|kw|km|tkm|nm|ah|kwh)$/;
const power = /^\d+(?:[.,]\d)?(?:hk|ps|km|tkm|kwh|ah)$/;
const carYear = /^(?:19|20)\d\d$/;

export const isCarYear = ({ key }: Token) => carYear.test(key);
export const isPowerWord = (key: string | undefined) => key !== undefined && powerWord.test(key);
export const isDisplacement = ({ text }: Token) => displacement.test(text);
export const isSalesWord = ({ key }: Token) => salesWords().has(key);
/** A word that cars are advertised with: a body, a trim, a year, an engine, sales talk. */
export const isOfCar = (token: Token) =>
  carWords().has(token.key) || isSalesWord(token) || isCarYear(token) || isEngineWord(token);
/** "1,6", "2.0tdi", "TSI": after one a figure is a power. */
export const isEngineWord = ({ text, key }: Token) =>
  displacement.test(text) || engineMakes().some(([pattern]) => pattern.test(key));

/** What the rest of a title says for its being of a car, and of which make. */
export type Evidence = {
  /** Points for a car, of any make: engine, year, body, trim, mileage; none below nought but for other goods. */
  car: number;
  /** Words of other goods, and none of a car. */
  isOfGoods: boolean;
  /** Points for or against a make, by the names of its engines. */
  forMake: (make: string) => number;
};

export function weigh(tokens: readonly Token[]): Evidence {
  const hasDisplacement = tokens.some(({ text }) => displacement.test(text));
  const hasPower = tokens.some(({ key }) => power.test(key) || powerWord.test(key));
  const engines = engineMakes().filter(([pattern]) => tokens.some(({ key }) => pattern.test(key)));
  const carCount = tokens.filter(({ key }) => carWords().has(key)).length;
  // "str. M" is a size, "S-tr." a gearbox.
  const isOfGoods = tokens.some(
    ({ key, text }) =>
      (goodsWords().has(key) || (goodsEnding.test(key) && !carWords().has(key))) && !/^s-/i.test(text),
  );
  const forCar =
    (hasDisplacement ? 2 : 0) +
    (engines.length > 0 ? 1 : 0) +
    (hasPower ? 1 : 0) +
    (tokens.some(isCarYear) ? 1 : 0) +
    Math.min(2, carCount * 1.25);
  const against =
    (isOfGoods ? (hasDisplacement ? 3 : 6) : 0) +
    // Cars are sold with wheels: beside an engine they say nothing.
    (!hasDisplacement && tokens.some(({ key }) => wheels.test(key)) ? 6 : 0);
  const forMake = (make: string) => {
    if (engines.length === 0) return 0;
    return engines.some(([, makes]) => makes.has(make)) ? 2 : -2;
  };
  return { car: forCar - against, isOfGoods: isOfGoods && forCar === 0, forMake };
}
