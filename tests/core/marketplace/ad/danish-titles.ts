import { randomSequence } from '#core/valuation/random.ts';

/** A title as people write it, and what it names: stated by the row it was made from, not by the reader. */
export type DanishTitle = { kind: string; title: string; make: string; model: string };

/** make; model; how people write the make; how they write the model; an engine and a trim that it had. */
const rows = `
Volkswagen;Golf;VW;Golf;1,4 TSI 122;Highline
Volkswagen;Golf;Volkswagen;Golf;1,6 TDI;Comfortline
Volkswagen;Polo;VW;Polo;1,2 TDI;Trendline
Volkswagen;Passat;Volkswagen;Passat;2,0 TDI 140;Highline
Volkswagen;Touran;Volkswagen;Touran;1,6 TDI;7 pers
Volkswagen;Tiguan;Volkswagen;Tiguan;2,0 TDI 4motion;R-line
Volkswagen;Sharan;Volkswagen;Sharan;2,0 TDI;7 sæder
Volkswagen;Touareg;Volkswagen;Touareg;3,0 TDI V6;Tiptronic
Volkswagen;Scirocco;Volkswagen;Scirocco;1,4 TSI;Sport
Škoda;Octavia;Skoda;Octavia;1,6 TDI;Ambition
Škoda;Fabia;Skoda;Fabia;1,2 TSI;Style
Škoda;Superb;Skoda;Superb;2,0 TDI 170;Elegance
Škoda;Citigo;Skoda;Citigo;1,0 60;Active
Škoda;Kodiaq;Skoda;Kodiaq;2,0 TDI;Style DSG
Škoda;Enyaq;Skoda;Enyaq;80 204 hk;Lounge
Seat;Ibiza;Seat;Ibiza;1,2 TSI;Reference
Seat;Leon;Seat;Leon;1,6 TDI;Style
Seat;Alhambra;Seat;Alhambra;2,0 TDI;Style 7 prs
Audi;A3;Audi;A3;1,4 TFSI;Ambition
Audi;A4;Audi;A4;2,0 TDI 143;S-line
Audi;A6;Audi;A6;3,0 TDI V6;quattro
Audi;Q5;Audi;Q5;2,0 TDI;S-line
BMW;3-serie;BMW;320d;2,0 184 hk;M-Sport
BMW;5-serie;BMW;520d;2,0 190 hk;aut
BMW;1-serie;BMW;118d;2,0 143 hk;Sport
BMW;X3;BMW;X3;2,0 xDrive20d;aut
Mercedes-Benz;C-Klasse;Mercedes;C220;2,2 CDI;Avantgarde
Mercedes-Benz;E-Klasse;Mercedes;E220;2,2 CDI;stc
Mercedes-Benz;A-Klasse;Mercedes;A180;1,5 CDI;AMG line
Mercedes-Benz;Vito;Mercedes;Vito;2,2 CDI;lang
Peugeot;208;Peugeot;208;1,4 HDi;Active
Peugeot;308;Peugeot;308;1,6 HDi;Style
Peugeot;5008;Peugeot;5008;1,6 BlueHDi;Allure
Peugeot;107;Peugeot;107;1,0 68 hk;Comfort
Peugeot;Partner;Peugeot;Partner;1,6 HDi;L1
Citroën;C3;Citroen;C3;1,4 HDi;Seduction
Citroën;C1;Citroen;C1;1,0 68 hk;Airdream
Citroën;Berlingo;Citroen;Berlingo;1,6 HDi;Multispace
Citroën;Grand C4 Picasso;Citroen;C4 Grand Picasso;1,6 HDi;7 pers
Renault;Clio;Renault;Clio;1,5 dCi;Expression
Renault;Megane;Renault;Megane;1,5 dCi;Sport Tourer
Renault;Captur;Renault;Captur;0,9 TCe 90 hk;Dynamique
Renault;Twingo;Renault;Twingo;1,2 75 hk;Authentique
Renault;Kangoo;Renault;Kangoo;1,5 dCi;Access
Toyota;Yaris;Toyota;Yaris;1,0 VVT-i 69 hk;T2
Toyota;Auris;Toyota;Auris;1,8 Hybrid 136 hk;Touring Sports
Toyota;Corolla;Toyota;Corolla;1,8 Hybrid 122 hk;H3
Toyota;Avensis;Toyota;Avensis;2,0 D-4D 126 hk;T2 stc
Toyota;Aygo;Toyota;Aygo;1,0 VVT-i 68 hk;x-play
Toyota;Verso;Toyota;Verso;1,6 D-4D 112 hk;T2
Ford;Fiesta;Ford;Fiesta;1,0 EcoBoost 100 hk;Titanium
Ford;Focus;Ford;Focus;1,6 TDCi 115 hk;Titanium stc
Ford;Mondeo;Ford;Mondeo;2,0 TDCi 140 hk;Collection
Ford;Kuga;Ford;Kuga;2,0 TDCi 150 hk;Titanium
Ford;Galaxy;Ford;Galaxy;2,0 TDCi 163 hk;7 sæder
Opel;Corsa;Opel;Corsa;1,3 CDTI;Enjoy
Opel;Astra;Opel;Astra;1,7 CDTI;Sports Tourer
Opel;Insignia;Opel;Insignia;2,0 CDTI;Cosmo
Opel;Zafira;Opel;Zafira;1,9 CDTI;7 prs
Opel;Meriva;Opel;Meriva;1,4 T 120 hk;Enjoy
Hyundai;i10;Hyundai;i10;1,0 66 hk;Trend
Hyundai;i20;Hyundai;i20;1,2 84 hk;Comfort
Hyundai;i30;Hyundai;i30;1,6 CRDi;Premium
Hyundai;Tucson;Hyundai;Tucson;1,7 CRDi;Trend
Hyundai;Santa Fe;Hyundai;Santa Fe;2,2 CRDi;Premium
Kia;Picanto;Kia;Picanto;1,0 66 hk;Motion
Kia;Ceed;Kia;Ceed;1,6 CRDi;Style
Kia;Sportage;Kia;Sportage;1,7 CRDi;Attraction
Kia;Sorento;Kia;Sorento;2,2 CRDi;7 sæder
Nissan;Qashqai;Nissan;Qashqai;1,5 dCi;Acenta
Nissan;Micra;Nissan;Micra;1,2 80 hk;Visia
Nissan;Juke;Nissan;Juke;1,6 117 hk;Tekna
Nissan;X-Trail;Nissan;X-Trail;1,6 dCi;Tekna
Nissan;Navara;Nissan;Navara;2,5 dCi;Double Cab
Mazda;CX-5;Mazda;CX-5;2,2 SkyActiv-D 150 hk;Vision
Mazda;MX-5;Mazda;MX-5;1,8 126 hk;Roadster
Mazda;Premacy;Mazda;Premacy;2,0 131 hk;7 pers
Volvo;V60;Volvo;V60;2,0 D4 181 hk;Momentum
Volvo;V70;Volvo;V70;2,4 D5 185 hk;Kinetic
Volvo;XC60;Volvo;XC60;2,0 D4 190 hk;R-design
Volvo;V40;Volvo;V40;1,6 D2 115 hk;Kinetic
Volvo;V40 Cross Country;Volvo;V40 CC;2,0 D3 150 hk;Momentum
Suzuki;Swift;Suzuki;Swift;1,2 94 hk;GL-A
Suzuki;Vitara;Suzuki;Vitara;1,6 DDiS 120 hk;Exclusive
Suzuki;Jimny;Suzuki;Jimny;1,3 85 hk;4x4
Honda;Civic;Honda;Civic;1,6 i-DTEC 120 hk;Comfort
Honda;Jazz;Honda;Jazz;1,2 90 hk;Trend
Honda;Accord;Honda;Accord;2,2 i-CTDi 140 hk;Executive
Fiat;Punto;Fiat;Punto;1,3 MJT 75 hk;Dynamic
Fiat;500;Fiat;500;0,9 TwinAir 85 hk;Lounge
Fiat;Ducato;Fiat;Ducato;2,3 MJT 130 hk;L2H2
Mitsubishi;Outlander;Mitsubishi;Outlander;2,4 PHEV 224 hk;Instyle
Mitsubishi;Lancer;Mitsubishi;Lancer;1,8 DI-D 150 hk;Inform
Mitsubishi;Space Star;Mitsubishi;Space Star;1,2 80 hk;Intense
Dacia;Sandero;Dacia;Sandero;0,9 TCe 90 hk;Stepway
Dacia;Duster;Dacia;Duster;1,5 dCi;Prestige
Subaru;Forester;Subaru;Forester;2,0 D 147 hk;AWD
Subaru;Impreza;Subaru;Impreza;2,0 150 hk;AWD
Alfa Romeo;Giulietta;Alfa Romeo;Giulietta;1,4 M-Air 170 hk;Distinctive
Land Rover;Freelander;Land Rover;Freelander;2,2 TD4 150 hk;HSE
Land Rover;Discovery;Land Rover;Discovery;3,0 TDV6 245 hk;HSE
MINI;Cooper;MINI;Cooper;1,6 122 hk;Chili
Porsche;Cayenne;Porsche;Cayenne;3,0 TDI;Tiptronic
Chevrolet;Captiva;Chevrolet;Captiva;2,2 VCDi 163 hk;LTZ
Lexus;CT;Lexus;CT;1,8 Hybrid 136 hk;Elegance
Tesla;Model S;Tesla;Model S;85 367 hk;Dual`
  .trim()
  .split('\n')
  .map((row) => row.split(';') as [string, string, string, string, string, string]);

/** One slip as fingers make it, never in the first letter: left out, doubled, swapped or the next key. */
function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const ways = [
    () => before + after,
    () => before + letter + letter + after,
    () => before + after[0]! + letter + after.slice(1),
    () => before + (letter === 'e' ? 'r' : 'e') + after,
  ];
  return ways[Math.floor(random() * ways.length)]!();
}

const isLongWord = (word: string) => /^[a-z]{5,}$/i.test(word);
const years = ['2009', 'årg. 2012', '2015', 'fra 2017', ''];
const sales = ['', 'nysynet', 'pæn', 'sælges', 'meget velholdt'];

/** At least 1,500 titles, the same every time. */
export function inventTitles(): DanishTitle[] {
  const random = randomSequence(41);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const found: DanishTitle[] = [];
  for (const [make, model, makeWord, modelWord, engine, trim] of rows) {
    const add = (kind: string, ...words: string[]) => {
      found.push({ kind, title: words.filter(Boolean).join(' '), make, model });
    };
    const rest = () => [engine, pick([trim, '']), pick(years), pick(sales)];
    for (let round = 0; round < 3; round++) {
      add('tidy', makeWord, modelWord, ...rest());
      add('without make', modelWord, ...rest());
    }
    add('sales words first', pick(['Pæn', 'Velholdt', 'Sælger min']), makeWord, modelWord, ...rest());
    add('capitals', makeWord.toUpperCase(), modelWord.toUpperCase(), ...rest());
    add('small letters', makeWord.toLowerCase(), modelWord.toLowerCase(), ...rest());
    add('make and model in one', `${makeWord.replace(' ', '')}${modelWord.replaceAll(' ', '')}`, ...rest());
    add('year first', pick(['2008', '2014', '2019']), makeWord, modelWord, ...rest().slice(0, 2));
    if (/^[a-z]{3,}$/i.test(modelWord))
      add('generation glued', makeWord, `${modelWord}${1 + Math.floor(random() * 7)}`, ...rest());
    if (!/^\d+$/.test(modelWord)) add('model first', modelWord, makeWord, ...rest());
    for (let round = 0; round < 3; round++) {
      if (isLongWord(makeWord)) add('misspelt', slip(makeWord, random), modelWord, ...rest());
      if (isLongWord(modelWord)) add('misspelt', makeWord, slip(modelWord, random), ...rest());
    }
    if (isLongWord(modelWord)) add('misspelt', makeWord, slip(modelWord, random).toUpperCase(), ...rest());
  }
  return found;
}

/** What else is sold under words that also name cars. */
export const otherGoods = `
Samsung Galaxy S9 64 GB
Samsung Galaxy Note 10 2019
Barnestol til bil
Panda bamse
Golf jern sæt
Golfsæt til dame
Polo t-shirt str. M
iPhone 12 mini
Spark løbehjul 2021
Focus magasin 2004
Master lock hængelås
Sommerhus til leje
Cykelholder til 3 cykler
Kombi reol 120 cm
Vinterdæk 205/55 R16
Swift vindue 80x120
Trailer 750 kg
Delta slibemaskine
Alu fælge 17"
Spisebord med 6 stole
Cube mountainbike 29"
Scala højttalere
Jazz plader vinyl
Matrix film dvd
Colt pistol legetøj
Legend of Zelda
Fiskestang 2,1 m
Explorer telt 4 personer
Ranger rygsæk 60 l`
  .trim()
  .split('\n');
