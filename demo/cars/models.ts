import type { Fuel, Gearbox } from '#core/marketplaces/ad/listing.ts';

const bodyTypes = ['small', 'hatch', 'estate', 'sedan', 'suv', 'van', 'coupe'] as const;
export type BodyType = (typeof bodyTypes)[number];

/** `from`/`to`: years of first registration in which the engine was sold. */
export type Engine = {
  label: string;
  litres: number | null;
  horsepower: number;
  fuel: Fuel;
  from: number;
  to: number;
  gearboxes: readonly Gearbox[];
};

export type Trim = { name: string /** Share of the new price on top of the base trim. */; premium: number };

export type Model = {
  make: string;
  name: string;
  body: BodyType;
  from: number;
  to: number;
  /** New price in DKK, registration tax included, with `referenceHorsepower` in the base trim, around 2018. */
  newPriceDkk: number;
  referenceHorsepower: number;
  /** How common the model is among the ads. */
  weight: number;
  engines: readonly Engine[];
  trims: readonly Trim[];
  /** Added to the yearly change of log value: positive keeps its price better than the average car. */
  retentionPerYear: number;
};

const bothGearboxes: readonly Gearbox[] = ['manual', 'manual', 'automatic'];
const manualOnly: readonly Gearbox[] = ['manual'];
const automaticOnly: readonly Gearbox[] = ['automatic'];

function gearboxesOf(fuel: Fuel, horsepower: number): readonly Gearbox[] {
  if (fuel === 'electric' || fuel === 'plugin_hybrid' || fuel === 'hybrid' || horsepower >= 230)
    return automaticOnly;
  return horsepower < 85 ? manualOnly : bothGearboxes;
}

const fuelLetters = { p: 'petrol', d: 'diesel', e: 'electric', h: 'hybrid', x: 'plugin_hybrid' } as const;

/** One engine from "label|litres|hp|fuel letter|from-to", the compact form the tables are written in. */
export function engine(row: string): Engine {
  const [label = '', litres = '', horsepower = '', letter = 'p', years = ''] = row.split('|');
  const [from = 2003, to = 2025] = years.split('-').map(Number);
  const fuel = fuelLetters[letter as keyof typeof fuelLetters];
  return {
    label,
    litres: litres === '' ? null : Number(litres),
    horsepower: Number(horsepower),
    fuel,
    from,
    to,
    gearboxes: gearboxesOf(fuel, Number(horsepower)),
  };
}

export function engines(...rows: string[]): Engine[] {
  return rows.map(engine);
}

export function within(family: readonly Engine[], lowHorsepower: number, highHorsepower: number): Engine[] {
  return family.filter((one) => one.horsepower >= lowHorsepower && one.horsepower <= highHorsepower);
}

/** "name|body|from-to|new price in thousands of DKK|hp of that price|weight", and what it is sold with. */
type ModelRow = readonly [row: string, engines: readonly Engine[]];

/** All models of one make. Trims go from plain to rich: "Life:0|Trend:0.06". */
export function makeModels(
  make: string,
  retentionPerYear: number,
  trimRow: string,
  rows: readonly ModelRow[],
): Model[] {
  const trims = trimRow.split('|').map((trim): Trim => {
    const [name = '', premium] = trim.split(':');
    return { name, premium: Number(premium) };
  });
  return rows.map(([row, sold]) => {
    const [name = '', bodyName, years = '', thousands, horsepower, weight] = row.split('|');
    const body = bodyTypes.find((one) => one === bodyName);
    if (!body) throw new Error(`No body of a car in "${row}".`);
    const [from = 0, to = 0] = years.split('-').map(Number);
    return {
      make,
      name,
      body,
      from,
      to,
      newPriceDkk: Number(thousands) * 1000,
      referenceHorsepower: Number(horsepower),
      weight: Number(weight),
      engines: sold,
      trims,
      retentionPerYear,
    };
  });
}

const fordFamily = engines(
  '1.25|1.2|60|p|2005-2017',
  '1.25|1.2|82|p|2008-2017',
  '1.0 SCTi|1.0|100|p|2012-2018',
  '1.0 EcoBoost|1.0|125|p|2012-2025',
  '1.0 EcoBoost|1.0|100|p|2017-2022',
  '1.1|1.1|85|p|2017-2022',
  '1.6|1.6|100|p|2004-2011',
  '1.6 TDCi|1.6|109|d|2005-2011',
  '1.6 TDCi|1.6|95|d|2009-2016',
  '1.6 TDCi|1.6|115|d|2011-2015',
  '1.5 TDCi|1.5|120|d|2015-2020',
  '1.5 EcoBoost|1.5|150|p|2014-2023',
  '2.0 TDCi|2.0|140|d|2006-2014',
  '2.0 TDCi|2.0|150|d|2014-2020',
  '2.5 PHEV|2.5|225|x|2020-2025',
);
export const fordModels = makeModels('Ford', -0.005, 'Ambiente:0|Trend:0.05|Titanium:0.12|ST-Line:0.15', [
  ['Ka|small|2009-2016|98|69|4', engines('1.2|1.2|69|p|2009-2016')],
  ['Fiesta|small|2003-2022|168|82|9', within(fordFamily, 60, 125)],
  ['Focus|hatch|2004-2025|255|125|8', within(fordFamily, 95, 150)],
  ['Mondeo|estate|2004-2021|345|150|5', within(fordFamily, 115, 150)],
  ['C-Max|van|2005-2018|275|125|3', within(fordFamily, 100, 125)],
  ['S-Max|van|2007-2022|420|150|2', within(fordFamily, 140, 150)],
  [
    'Ranger|suv|2014-2022|330|150|2',
    engines(
      '2.2 TDCi|2.2|130|d|2014-2018',
      '2.2 TDCi|2.2|160|d|2014-2019',
      '2.0 EcoBlue|2.0|170|d|2019-2022',
    ),
  ],
  [
    'Puma|suv|2020-2025|255|125|3',
    engines('1.0 EcoBoost mHEV|1.0|125|p|2020-2025', '1.0 EcoBoost mHEV|1.0|155|p|2020-2025'),
  ],
  ['Kuga|suv|2009-2025|350|150|5', within(fordFamily, 140, 225)],
  [
    'Mustang Mach-E|suv|2021-2025|450|269|2',
    engines('Standard Range||269|e|2021-2025', 'Extended Range||294|e|2021-2025'),
  ],
  [
    'Transit Custom|van|2013-2024|290|130|3',
    engines('2.2 TDCi|2.2|125|d|2013-2016', '2.0 TDCi|2.0|130|d|2016-2024', '2.0 TDCi|2.0|170|d|2016-2024'),
  ],
]);

const psa = engines(
  '1.0 VTi|1.0|68|p|2012-2021',
  '1.4|1.4|75|p|2003-2011',
  '1.4 HDi|1.4|68|d|2004-2014',
  '1.2 VTi|1.2|82|p|2012-2019',
  '1.6 HDi|1.6|92|d|2006-2014',
  '1.6 HDi|1.6|112|d|2007-2014',
  '1.6 THP|1.6|156|p|2008-2015',
  '1.2 PureTech|1.2|110|p|2014-2019',
  '1.2 PureTech|1.2|100|p|2019-2025',
  '1.2 PureTech|1.2|130|p|2014-2025',
  '1.6 BlueHDi|1.6|120|d|2014-2018',
  '1.5 BlueHDi|1.5|131|d|2018-2025',
  '1.5 BlueHDi|1.5|102|d|2018-2024',
  '2.0 HDi|2.0|163|d|2010-2015',
);
const psaElectric = engines('e||136|e|2020-2023', 'e||156|e|2023-2025');
const psaPlugIn = engines('1.6 Hybrid|1.6|225|x|2020-2025', '1.6 Hybrid|1.6|180|x|2021-2025');
const renaultFamily = engines(
  '1.2|1.2|75|p|2003-2014',
  '0.9 TCe|0.9|90|p|2012-2019',
  '1.0 TCe|1.0|90|p|2019-2025',
  '1.5 dCi|1.5|75|d|2005-2014',
  '1.5 dCi|1.5|90|d|2010-2019',
  '1.5 dCi|1.5|110|d|2009-2018',
  '1.6|1.6|112|p|2003-2010',
  '1.2 TCe|1.2|115|p|2012-2017',
  '1.3 TCe|1.3|140|p|2018-2025',
  'E-Tech|1.6|140|h|2020-2025',
);
const fiatFamily = engines(
  '1.2|1.2|69|p|2007-2020',
  '0.9 TwinAir|0.9|80|p|2011-2018',
  '1.0 Hybrid|1.0|70|p|2020-2025',
  '1.4|1.4|77|p|2005-2014',
  '1.3 MJT|1.3|75|d|2006-2014',
);

const peugeot = makeModels('Peugeot', -0.009, 'Access:0|Active:0.05|Allure:0.11|GT Line:0.17', [
  ['107|small|2005-2014|95|68|3', engines('1.0|1.0|68|p|2005-2014')],
  ['108|small|2014-2021|102|68|5', within(psa, 68, 82).filter((one) => one.fuel === 'petrol')],
  ['206|small|2003-2009|160|75|2', within(psa, 68, 75)],
  ['207|small|2006-2013|170|92|2', within(psa, 68, 112)],
  ['208|small|2012-2025|182|82|8', [...within(psa, 68, 112), ...psaElectric]],
  ['308|hatch|2008-2025|262|120|6', [...within(psa, 92, 156), ...psaPlugIn]],
  ['508|estate|2011-2025|400|130|2', [...within(psa, 120, 163), ...psaPlugIn]],
  ['2008|suv|2013-2025|228|110|6', [...within(psa, 82, 130), ...psaElectric]],
  ['3008|suv|2010-2025|325|130|5', [...within(psa, 112, 156), ...psaPlugIn]],
  ['5008|van|2010-2024|350|130|2', within(psa, 112, 163)],
  ['Partner|van|2006-2024|215|92|2', within(psa, 92, 112).filter((one) => one.fuel === 'diesel')],
]);

const citroen = makeModels('Citroën', -0.011, 'Attraction:0|Seduction:0.05|Shine:0.11', [
  ['C1|small|2005-2021|94|68|6', engines('1.0|1.0|68|p|2005-2014', '1.0 VTi|1.0|68|p|2014-2021')],
  ['C3|small|2004-2025|165|82|5', within(psa, 68, 112)],
  ['C4|hatch|2005-2025|245|110|3', [...within(psa, 92, 130), ...psaElectric]],
  ['C4 Picasso|van|2007-2019|300|120|3', within(psa, 110, 156)],
  ['C5|estate|2005-2017|345|112|2', within(psa, 112, 163)],
  ['C5 Aircross|suv|2019-2025|310|130|2', [...within(psa, 130, 131), ...psaPlugIn]],
  ['Berlingo|van|2005-2024|235|92|3', within(psa, 92, 131).filter((one) => one.fuel === 'diesel')],
]);

const ds = makeModels('DS', -0.012, 'So Chic:0|Sport Chic:0.08', [
  ['3|small|2015-2019|205|110|2', within(psa, 82, 156)],
  ['7|suv|2018-2025|420|180|1', [...within(psa, 130, 131), ...psaPlugIn]],
]);

const renault = makeModels('Renault', -0.008, 'Authentique:0|Expression:0.03|Zen:0.06|Intens:0.12', [
  ['Twingo|small|2008-2024|115|75|3', within(renaultFamily, 75, 75).concat(within(renaultFamily, 90, 90))],
  ['Clio|small|2003-2025|172|90|7', within(renaultFamily, 75, 112)],
  ['Megane|hatch|2004-2023|250|115|5', within(renaultFamily, 90, 140)],
  ['Scenic|van|2005-2022|290|115|2', within(renaultFamily, 110, 140)],
  ['Captur|suv|2013-2025|225|90|5', within(renaultFamily, 90, 140)],
  ['Kadjar|suv|2015-2022|290|140|2', within(renaultFamily, 110, 140)],
  [
    'Zoe|small|2013-2024|215|109|5',
    engines(
      'R90 22 kWh||88|e|2013-2016',
      'R90 41 kWh||92|e|2017-2019',
      'R110 52 kWh||109|e|2019-2024',
      'R135 52 kWh||136|e|2019-2024',
    ),
  ],
  [
    'Trafic|van|2007-2023|290|120|2',
    engines('2.0 dCi|2.0|114|d|2007-2014', '1.6 dCi|1.6|125|d|2014-2019', '2.0 dCi|2.0|145|d|2019-2023'),
  ],
]);

const dacia = makeModels('Dacia', 0.006, 'Ambiance:0|Lauréate:0.08|Comfort:0.1', [
  ['Sandero|small|2010-2025|110|90|3', within(renaultFamily, 75, 90)],
  ['Duster|suv|2011-2025|205|115|3', within(renaultFamily, 90, 140).filter((one) => one.fuel !== 'hybrid')],
  ['Spring|small|2021-2025|130|45|2', engines('Electric 45||45|e|2021-2024', 'Electric 65||65|e|2023-2025')],
]);

const fiat = makeModels('Fiat', -0.006, 'Pop:0|Lounge:0.08|Sport:0.1', [
  ['500|small|2008-2024|128|69|6', within(fiatFamily, 69, 80)],
  ['Punto|small|2004-2017|145|77|3', within(fiatFamily, 69, 80)],
  ['Panda|small|2004-2022|108|69|3', within(fiatFamily, 69, 80)],
  ['500e|small|2020-2025|205|118|2', engines('42 kWh||118|e|2020-2025', '24 kWh||95|e|2021-2025')],
]);

const alfa = makeModels('Alfa Romeo', -0.012, 'Progression:0|Distinctive:0.07|Veloce:0.15', [
  ['MiTo|small|2009-2018|195|105|1', engines('1.4 T|1.4|120|p|2009-2015', '0.9 TwinAir|0.9|105|p|2013-2018')],
  [
    'Giulietta|hatch|2011-2020|275|120|2',
    engines('1.4 T|1.4|120|p|2011-2020', '1.6 JTDm|1.6|105|d|2011-2017'),
  ],
]);

export const frenchItalianModels = [...peugeot, ...citroen, ...ds, ...renault, ...dacia, ...fiat, ...alfa];

const opelFamily = engines(
  '1.0|1.0|75|p|2011-2020',
  '1.2|1.2|70|p|2006-2014',
  '1.2|1.2|85|p|2007-2018',
  '1.4|1.4|100|p|2009-2015',
  '1.6|1.6|105|p|2003-2010',
  '1.4 T|1.4|125|p|2015-2019',
  '1.4 T|1.4|140|p|2010-2018',
  '1.2 T|1.2|110|p|2019-2025',
  '1.2 T|1.2|130|p|2018-2025',
  '1.3 CDTi|1.3|95|d|2006-2015',
  '1.7 CDTi|1.7|110|d|2008-2014',
  '1.6 CDTi|1.6|136|d|2014-2020',
  '2.0 CDTi|2.0|160|d|2009-2017',
  '1.5 D|1.5|122|d|2019-2025',
);
const peugeotElectric = engines('e||136|e|2020-2024', 'e||156|e|2023-2025');

const opel = makeModels('Opel', -0.008, 'Enjoy:0|Cosmo:0.05|Elegance:0.07|GS Line:0.11', [
  ['Karl|small|2015-2019|103|75|3', within(opelFamily, 70, 75)],
  ['Corsa|small|2004-2025|165|85|6', [...within(opelFamily, 70, 110), ...peugeotElectric]],
  ['Astra|hatch|2004-2025|248|125|5', within(opelFamily, 100, 140)],
  ['Insignia|estate|2009-2021|340|140|3', within(opelFamily, 136, 165)],
  ['Mokka|suv|2013-2025|262|130|3', [...within(opelFamily, 110, 140), ...peugeotElectric]],
  ['Zafira|van|2005-2018|290|140|2', within(opelFamily, 105, 140)],
  [
    'Vivaro|van|2008-2022|270|120|2',
    engines('1.6 CDTi|1.6|120|d|2014-2019', '2.0 CDTi|2.0|114|d|2008-2014', '1.5 D|1.5|120|d|2019-2022'),
  ],
]);

const bmwSmall = engines(
  '116i|1.6|122|p|2005-2012',
  '118i|1.5|136|p|2015-2025',
  '116d|1.5|116|d|2012-2021',
  '118d|2.0|143|d|2008-2014',
  '118d|2.0|150|d|2015-2024',
);
const bmwLarge = engines(
  '320i|2.0|150|p|2004-2011',
  '320i|2.0|184|p|2012-2025',
  '318d|2.0|143|d|2008-2015',
  '320d|2.0|163|d|2005-2010',
  '320d|2.0|190|d|2013-2025',
  '330e|2.0|252|x|2016-2025',
);
const bmwFive = engines(
  '520d|2.0|177|d|2007-2011',
  '520d|2.0|190|d|2013-2024',
  '530d|3.0|258|d|2011-2020',
  '520i|2.0|184|p|2012-2023',
  '530e|2.0|252|x|2017-2023',
);
const bmwX = engines(
  'sDrive18d|2.0|143|d|2010-2015',
  'xDrive20d|2.0|190|d|2014-2025',
  'sDrive18i|1.5|136|p|2016-2023',
  'xDrive25e|1.5|220|x|2020-2023',
);

const bmw = makeModels('BMW', -0.002, ':0|Advantage:0.04|Sport Line:0.09|M Sport:0.16', [
  ['1-serie|hatch|2005-2025|330|136|5', bmwSmall],
  ['3-serie|sedan|2004-2025|480|184|6', bmwLarge],
  [
    '4-serie|coupe|2014-2025|560|184|2',
    engines('420i|2.0|184|p|2014-2025', '420d|2.0|190|d|2015-2024', '430i|2.0|252|p|2016-2025'),
  ],
  ['5-serie|estate|2005-2024|690|190|4', bmwFive],
  ['X1|suv|2010-2025|430|150|3', bmwX],
  [
    'X3|suv|2008-2025|650|190|2',
    engines(
      'xDrive20d|2.0|184|d|2010-2017',
      'xDrive20d|2.0|190|d|2018-2024',
      'xDrive30e|2.0|292|x|2020-2024',
    ),
  ],
  [
    'i3|small|2014-2022|305|170|4',
    engines('60 Ah||170|e|2014-2016', '94 Ah||170|e|2016-2018', '120 Ah||170|e|2019-2022'),
  ],
  ['i4|sedan|2021-2025|520|340|2', engines('eDrive40||340|e|2021-2025', 'eDrive35||286|e|2022-2025')],
]);

const mini = makeModels('MINI', 0.004, 'Classic:0|Chili:0.08|JCW:0.16', [
  [
    'Cooper|small|2004-2025|240|122|3',
    engines(
      '1.6|1.6|116|p|2004-2006',
      '1.6|1.6|122|p|2007-2013',
      '1.5|1.5|136|p|2014-2025',
      'SE||184|e|2020-2024',
    ),
  ],
  [
    'Countryman|suv|2011-2024|320|136|2',
    engines('1.6|1.6|122|p|2011-2016', '1.5|1.5|136|p|2017-2024', '1.6 D|1.6|112|d|2011-2016'),
  ],
]);

const porsche = makeModels('Porsche', 0.012, ':0|S:0.15', [
  ['Macan|suv|2014-2024|1100|258|1', engines('S Diesel|3.0|258|d|2014-2018', '2.0|2.0|252|p|2015-2024')],
  ['Taycan|sedan|2020-2025|900|408|1', engines('||408|e|2020-2025', '4S||530|e|2020-2025')],
]);

export const germanModels = [...opel, ...bmw, ...mini, ...porsche];

const toyotaFamily = engines(
  '1.0 VVT-i|1.0|69|p|2005-2021',
  '1.3 VVT-i|1.3|87|p|2003-2010',
  '1.33 VVT-i|1.3|99|p|2009-2017',
  '1.5 VVT-iE|1.5|111|p|2017-2021',
  '1.5 Hybrid|1.5|100|h|2012-2020',
  '1.5 Hybrid|1.5|116|h|2020-2025',
  '1.6 VVT-i|1.6|132|p|2008-2018',
  '1.8 Hybrid|1.8|136|h|2011-2019',
  '1.8 Hybrid|1.8|122|h|2019-2022',
  '1.8 Hybrid|1.8|140|h|2022-2025',
  '2.0 D-4D|2.0|126|d|2005-2015',
  '1.4 D-4D|1.4|90|d|2005-2016',
);

export const toyotaModels = makeModels('Toyota', 0.016, 'T1:0|T2:0.04|H3:0.09|Style:0.13', [
  ['Aygo|small|2005-2022|104|69|9', within(toyotaFamily, 69, 69)],
  ['Yaris|small|2003-2025|178|100|10', within(toyotaFamily, 69, 116)],
  [
    'Auris|hatch|2007-2018|245|132|4',
    within(toyotaFamily, 90, 136).filter((one) => one.label !== '1.8 Hybrid' || one.from < 2019),
  ],
  ['Corolla|estate|2004-2025|265|122|5', within(toyotaFamily, 90, 140)],
  ['Avensis|estate|2004-2018|320|132|3', within(toyotaFamily, 126, 132)],
  ['C-HR|suv|2017-2025|290|122|4', within(toyotaFamily, 122, 140).filter((one) => one.fuel === 'hybrid')],
  [
    'RAV4|suv|2006-2025|395|197|3',
    engines(
      '2.0 VVT-i|2.0|152|p|2006-2018',
      '2.2 D-4D|2.2|150|d|2009-2015',
      '2.5 Hybrid|2.5|197|h|2016-2019',
      '2.5 Hybrid|2.5|218|h|2019-2025',
    ),
  ],
  [
    'Prius|hatch|2005-2022|280|136|2',
    engines(
      '1.5 Hybrid|1.5|110|h|2005-2009',
      '1.8 Hybrid|1.8|136|h|2009-2016',
      '1.8 Hybrid|1.8|122|h|2016-2022',
    ),
  ],
]);

const mazdaFamily = engines(
  '1.3|1.3|86|p|2005-2014',
  '1.5 SkyActiv-G|1.5|90|p|2015-2024',
  '2.0 SkyActiv-G|2.0|120|p|2013-2022',
  '2.0 SkyActiv-G|2.0|165|p|2012-2023',
  '2.2 SkyActiv-D|2.2|150|d|2012-2021',
  '1.6|1.6|105|p|2004-2012',
  '2.0 e-SkyActiv|2.0|150|p|2020-2025',
);

const suzukiFamily = engines(
  '1.0|1.0|68|p|2009-2014',
  '1.2|1.2|94|p|2010-2017',
  '1.2 Hybrid|1.2|90|p|2017-2025',
  '1.3|1.3|92|p|2005-2010',
  '1.4 Hybrid|1.4|129|p|2020-2025',
  '1.6|1.6|120|p|2009-2018',
);

const nissan = makeModels('Nissan', -0.004, 'Visia:0|Acenta:0.07|Tekna:0.15', [
  [
    'Micra|small|2004-2022|150|90|4',
    engines('1.2|1.2|80|p|2004-2016', '0.9 IG-T|0.9|90|p|2017-2019', '1.0 IG-T|1.0|100|p|2019-2022'),
  ],
  [
    'Qashqai|suv|2007-2025|300|115|6',
    engines(
      '1.6|1.6|117|p|2007-2013',
      '1.5 dCi|1.5|110|d|2007-2018',
      '1.2 DiG-T|1.2|115|p|2014-2018',
      '1.3 DiG-T|1.3|140|p|2018-2025',
      '1.6 dCi|1.6|130|d|2012-2018',
    ),
  ],
  [
    'Juke|suv|2011-2025|225|117|3',
    engines('1.6|1.6|117|p|2011-2018', '1.5 dCi|1.5|110|d|2011-2018', '1.0 DiG-T|1.0|114|p|2020-2025'),
  ],
  [
    'Leaf|hatch|2011-2024|245|150|6',
    engines(
      '24 kWh||109|e|2011-2016',
      '30 kWh||109|e|2016-2017',
      '40 kWh||150|e|2018-2024',
      '62 kWh||217|e|2019-2024',
    ),
  ],
]);

const mazda = makeModels('Mazda', 0.004, 'Advance:0|Vision:0.06|Optimum:0.14', [
  ['2|small|2005-2024|165|90|4', within(mazdaFamily, 86, 90)],
  ['3|hatch|2004-2025|258|120|5', within(mazdaFamily, 105, 150)],
  ['6|estate|2004-2023|345|165|4', within(mazdaFamily, 120, 165)],
  ['CX-3|suv|2015-2022|240|120|2', within(mazdaFamily, 120, 120)],
  ['CX-5|suv|2012-2025|370|165|4', within(mazdaFamily, 150, 165)],
  [
    'MX-5|coupe|2006-2024|300|131|1',
    engines('1.8|1.8|126|p|2006-2014', '1.5 SkyActiv-G|1.5|131|p|2015-2024'),
  ],
]);

const suzuki = makeModels('Suzuki', 0.006, 'Club:0|Active:0.05|Exclusive:0.1', [
  ['Alto|small|2009-2014|88|68|2', within(suzukiFamily, 68, 68)],
  ['Swift|small|2005-2025|145|94|5', within(suzukiFamily, 90, 94)],
  ['SX4 S-Cross|suv|2009-2025|230|120|3', within(suzukiFamily, 120, 129)],
  ['Vitara|suv|2015-2025|235|120|3', within(suzukiFamily, 120, 129)],
]);

const honda = makeModels('Honda', 0.005, 'Comfort:0|Elegance:0.07|Executive:0.15', [
  [
    'Jazz|small|2004-2024|175|102|3',
    engines(
      '1.2|1.2|90|p|2008-2015',
      '1.4|1.4|100|p|2004-2014',
      '1.3 i-VTEC|1.3|102|p|2015-2020',
      'e:HEV|1.5|109|h|2020-2024',
    ),
  ],
  [
    'Civic|hatch|2006-2024|270|129|3',
    engines('1.8|1.8|140|p|2006-2016', '1.6 i-DTEC|1.6|120|d|2013-2020', '1.0 VTEC|1.0|129|p|2017-2021'),
  ],
  [
    'CR-V|suv|2007-2024|370|150|2',
    engines('2.0|2.0|150|p|2007-2018', '1.6 i-DTEC|1.6|120|d|2013-2018', '2.0 Hybrid|2.0|184|h|2019-2024'),
  ],
]);

const mitsubishi = makeModels('Mitsubishi', -0.003, 'Inform:0|Invite:0.05|Intense:0.1', [
  ['Space Star|small|2013-2024|112|80|3', engines('1.0|1.0|71|p|2013-2024', '1.2|1.2|80|p|2013-2024')],
  [
    'Outlander|suv|2008-2022|380|203|3',
    engines('2.4 PHEV|2.4|203|x|2014-2022', '2.2 DiD|2.2|150|d|2010-2018'),
  ],
]);

export const japaneseModels = [...toyotaModels, ...nissan, ...mazda, ...suzuki, ...honda, ...mitsubishi];

const koreanFamily = engines(
  '1.0|1.0|67|p|2011-2025',
  '1.25 CVVT|1.2|84|p|2009-2020',
  '1.4 CVVT|1.4|100|p|2008-2019',
  '1.0 T-GDi|1.0|100|p|2018-2025',
  '1.0 T-GDi|1.0|120|p|2018-2025',
  '1.4 CRDi|1.4|90|d|2009-2018',
  '1.6 CRDi|1.6|110|d|2010-2018',
  '1.6 CRDi|1.6|136|d|2015-2021',
  '1.6 GDi|1.6|135|p|2011-2018',
  '1.6 HEV|1.6|141|h|2016-2025',
  '1.6 PHEV|1.6|265|x|2021-2025',
  '1.7 CRDi|1.7|115|d|2010-2018',
);

const hyundai = makeModels('Hyundai', 0.001, 'Life:0|Trend:0.06|Premium:0.13', [
  ['i10|small|2008-2025|112|67|6', within(koreanFamily, 67, 84)],
  ['i20|small|2009-2025|160|84|5', within(koreanFamily, 84, 120)],
  ['i30|estate|2008-2025|225|110|5', within(koreanFamily, 90, 136)],
  ['ix35|suv|2010-2015|300|135|2', engines('1.6 GDi|1.6|135|p|2010-2015', '1.7 CRDi|1.7|115|d|2010-2015')],
  ['Tucson|suv|2016-2025|330|136|4', within(koreanFamily, 115, 265)],
  [
    'Kona|suv|2018-2025|262|136|4',
    engines('1.0 T-GDi|1.0|120|p|2018-2025', 'EV 39 kWh||136|e|2018-2023', 'EV 64 kWh||204|e|2018-2025'),
  ],
  [
    'Ioniq 5|suv|2021-2025|400|217|3',
    engines('58 kWh||170|e|2021-2024', '73 kWh||217|e|2021-2022', '77 kWh||229|e|2022-2025'),
  ],
]);

const kia = makeModels('Kia', 0.002, 'Limited:0|Active:0.05|Advance:0.1|GT-Line:0.15', [
  ['Picanto|small|2006-2025|110|67|6', within(koreanFamily, 67, 84)],
  ['Rio|small|2006-2023|155|84|4', within(koreanFamily, 84, 100)],
  ['Ceed|estate|2008-2025|225|110|6', within(koreanFamily, 90, 136)],
  ['Sportage|suv|2008-2025|330|136|4', within(koreanFamily, 115, 265)],
  [
    'Niro|suv|2017-2025|295|204|6',
    engines('1.6 HEV|1.6|141|h|2017-2025', 'EV 39 kWh||136|e|2019-2022', 'EV 64 kWh||204|e|2019-2025'),
  ],
  [
    'EV6|suv|2021-2025|430|229|2',
    engines('58 kWh||170|e|2021-2024', '77 kWh||229|e|2021-2025', '77 kWh AWD||325|e|2021-2025'),
  ],
]);

export const koreanModels = [...hyundai, ...kia];

export const mercedesModels = makeModels(
  'Mercedes-Benz',
  -0.002,
  ':0|Avantgarde:0.06|Progressive:0.08|AMG Line:0.16',
  [
    [
      'A-Klasse|hatch|2005-2025|335|136|5',
      engines(
        'A150|1.5|95|p|2005-2011',
        'A180|1.6|122|p|2012-2018',
        'A180|1.3|136|p|2018-2025',
        'A180 CDi|1.5|109|d|2012-2018',
        'A250 e|1.3|218|x|2020-2025',
      ),
    ],
    [
      'B-Klasse|van|2006-2024|330|122|3',
      engines('B170|1.7|116|p|2006-2011', 'B180|1.6|122|p|2012-2018', 'B180 CDi|1.8|109|d|2011-2018'),
    ],
    [
      'C-Klasse|estate|2004-2025|490|156|5',
      engines(
        'C180|1.6|156|p|2009-2021',
        'C180 Kompressor|1.8|143|p|2004-2008',
        'C220 CDi|2.1|170|d|2008-2018',
        'C220 d|2.0|194|d|2018-2025',
        'C300 e|2.0|313|x|2020-2025',
      ),
    ],
    [
      'CLA|coupe|2013-2025|410|136|3',
      engines(
        'CLA180|1.6|122|p|2013-2019',
        'CLA200|1.3|163|p|2019-2025',
        'CLA220 d|2.1|177|d|2014-2019',
        'CLA250 e|1.3|218|x|2020-2025',
      ),
    ],
    [
      'E-Klasse|sedan|2004-2024|700|194|3',
      engines(
        'E200|2.0|184|p|2013-2023',
        'E220 CDi|2.1|170|d|2006-2015',
        'E220 d|2.0|194|d|2016-2024',
        'E300 de|2.0|306|x|2018-2024',
      ),
    ],
    [
      'GLC|suv|2016-2025|690|194|2',
      engines('GLC220 d|2.1|170|d|2016-2019', 'GLC220 d|2.0|194|d|2019-2025', 'GLC300 e|2.0|320|x|2020-2025'),
    ],
    ['EQA|suv|2021-2025|400|190|3', engines('250||190|e|2021-2025', '300 4Matic||228|e|2021-2025')],
    [
      'Vito|van|2006-2024|330|136|2',
      engines(
        '111 CDi|1.6|114|d|2015-2019',
        '114 CDi|2.1|136|d|2014-2020',
        '113 CDi|2.1|136|d|2010-2014',
        '110 CDi|2.1|95|d|2006-2014',
      ),
    ],
  ],
);

const volvoFamily = engines(
  '1.6 D|1.6|109|d|2005-2011',
  '1.6 D2|1.6|115|d|2011-2016',
  'D3|2.0|136|d|2010-2015',
  'D3|2.0|150|d|2015-2020',
  'D4|2.0|190|d|2014-2021',
  'T3|1.5|152|p|2015-2021',
  '2.0|2.0|145|p|2005-2012',
  '2.4 D5|2.4|185|d|2005-2012',
  'B4|2.0|197|p|2020-2025',
  'T5 Recharge|1.5|262|x|2019-2024',
);
const volvoElectric = engines(
  'Recharge||231|e|2021-2024',
  'Recharge Twin||408|e|2020-2025',
  'Single Motor||252|e|2023-2025',
);

const volvo = makeModels('Volvo', 0.004, 'Kinetic:0|Momentum:0.06|Summum:0.11|R-Design:0.15', [
  ['V40|hatch|2005-2019|285|115|4', within(volvoFamily, 109, 152)],
  ['V50|estate|2005-2012|300|136|3', within(volvoFamily, 109, 145)],
  ['V60|estate|2011-2025|430|150|5', within(volvoFamily, 115, 197)],
  ['V70|estate|2005-2016|470|150|4', within(volvoFamily, 115, 190)],
  ['V90|estate|2016-2025|590|190|2', within(volvoFamily, 150, 197)],
  ['S60|sedan|2010-2023|410|150|2', within(volvoFamily, 115, 197)],
  ['XC40|suv|2018-2025|400|190|4', [...within(volvoFamily, 150, 262), ...volvoElectric]],
  ['XC60|suv|2009-2025|590|190|4', within(volvoFamily, 150, 262)],
  ['C40|coupe|2021-2024|430|231|2', volvoElectric],
]);

const tesla = makeModels('Tesla', -0.004, ':0', [
  [
    'Model S|sedan|2013-2024|640|350|3',
    engines(
      '85||367|e|2013-2016',
      '75D||333|e|2016-2019',
      '100D||423|e|2017-2020',
      'Long Range||670|e|2021-2024',
    ),
  ],
  [
    'Model 3|sedan|2019-2025|345|283|9',
    engines(
      'SR+||283|e|2019-2021',
      'RWD||283|e|2021-2025',
      'Long Range AWD||440|e|2019-2025',
      'Performance||480|e|2019-2023',
    ),
  ],
  ['Model X|suv|2016-2023|780|423|1', engines('75D||333|e|2016-2018', '100D||423|e|2017-2020')],
  ['Model Y|suv|2021-2025|380|299|7', engines('RWD||299|e|2022-2025', 'Long Range AWD||514|e|2021-2025')],
]);

const polestar = makeModels('Polestar', -0.01, ':0|Plus:0.08', [
  [
    '2|sedan|2020-2025|390|231|4',
    engines(
      'Standard Range||231|e|2021-2025',
      'Long Range Single||231|e|2021-2023',
      'Long Range Dual||408|e|2020-2025',
    ),
  ],
]);

const mg = makeModels('MG', -0.014, 'Comfort:0|Luxury:0.08', [
  [
    'ZS EV|suv|2020-2025|235|156|3',
    engines('44 kWh||143|e|2020-2021', '50 kWh||177|e|2022-2025', '70 kWh||156|e|2022-2025'),
  ],
  ['4|hatch|2022-2025|235|204|3', engines('51 kWh||170|e|2022-2025', '64 kWh||204|e|2022-2025')],
]);

const saab = makeModels('Saab', -0.006, 'Linear:0|Vector:0.08|Aero:0.15', [
  ['9-3|sedan|2003-2011|385|150|2', engines('1.8 t|2.0|150|p|2003-2011', '1.9 TiD|1.9|150|d|2005-2011')],
]);

const jaguar = makeModels('Jaguar', -0.012, 'S:0|SE:0.08|HSE:0.14', [
  ['I-Pace|suv|2018-2024|640|400|1', engines('EV400||400|e|2018-2024')],
  ['XF|sedan|2009-2020|620|180|1', engines('2.2 D|2.2|200|d|2011-2015', '2.0 D|2.0|180|d|2015-2020')],
]);

export const otherModels = [...fordModels, ...volvo, ...tesla, ...polestar, ...mg, ...saab, ...jaguar];

const family = engines(
  '1.0 MPi|1.0|60|p|2011-2019',
  '1.0 MPi|1.0|75|p|2012-2023',
  '1.2|1.2|64|p|2003-2009',
  '1.4|1.4|80|p|2003-2010',
  '1.2 TSI|1.2|86|p|2010-2015',
  '1.2 TSI|1.2|105|p|2010-2016',
  '1.0 TSI|1.0|95|p|2015-2024',
  '1.0 TSI|1.0|110|p|2017-2025',
  '1.6|1.6|102|p|2003-2010',
  '1.4 TSI|1.4|122|p|2008-2014',
  '1.4 TSI|1.4|150|p|2014-2018',
  '1.5 TSI|1.5|150|p|2018-2025',
  '2.0 TSI|2.0|190|p|2015-2025',
  '2.0 TSI|2.0|245|p|2013-2025',
  '1.9 TDI|1.9|105|d|2003-2009',
  '2.0 TDI|2.0|140|d|2004-2013',
  '1.6 TDI|1.6|105|d|2009-2014',
  '1.6 TDI|1.6|116|d|2014-2019',
  '2.0 TDI|2.0|150|d|2013-2025',
  '2.0 TDI|2.0|190|d|2014-2025',
);
const plugIn = engines('1.4 GTE|1.4|204|x|2015-2020', '1.4 eHybrid|1.4|218|x|2020-2025');
const idDrive = engines(
  'Pro 58 kWh||204|e|2020-2025',
  'Pure 45 kWh||150|e|2021-2024',
  'Pro 77 kWh||204|e|2021-2025',
);
const bigDiesel = engines(
  '3.0 TDI|3.0|204|d|2009-2018',
  '3.0 TDI|3.0|272|d|2014-2022',
  '50 TDI|3.0|286|d|2018-2025',
);
const eTron = engines('55 quattro||408|e|2019-2023', '50 quattro||313|e|2020-2023');

const volkswagen = makeModels('Volkswagen', 0.003, 'Trendline:0|Comfortline:0.05|Highline:0.11|R-Line:0.16', [
  ['Up!|small|2012-2023|118|60|9', within(family, 60, 75)],
  ['Polo|small|2003-2025|185|86|9', within(family, 60, 110)],
  ['Golf|hatch|2003-2025|290|122|13', [...within(family, 80, 150), ...plugIn]],
  ['Passat|estate|2005-2025|380|150|8', [...within(family, 105, 190), ...plugIn]],
  ['Touran|van|2004-2022|345|122|5', within(family, 102, 150)],
  ['Sharan|van|2010-2021|470|150|2', within(family, 140, 190)],
  ['Tiguan|suv|2008-2025|420|150|6', [...within(family, 122, 190), ...plugIn]],
  ['T-Roc|suv|2018-2025|310|110|4', within(family, 105, 150)],
  ['T-Cross|suv|2019-2025|250|95|3', within(family, 95, 110)],
  ['Caddy|van|2005-2025|260|105|3', within(family, 86, 122)],
  ['ID.3|hatch|2020-2025|310|204|4', idDrive],
  ['ID.4|suv|2021-2025|385|204|4', idDrive],
]);

const skoda = makeModels('Škoda', 0.004, 'Active:0|Ambition:0.05|Style:0.1|L&K:0.17', [
  ['Citigo|small|2012-2019|108|60|4', within(family, 60, 75)],
  ['Fabia|small|2003-2025|172|86|6', within(family, 64, 110)],
  ['Rapid|hatch|2013-2019|205|95|2', within(family, 86, 122)],
  ['Scala|hatch|2019-2025|240|110|2', within(family, 95, 150)],
  ['Octavia|estate|2005-2025|305|122|12', within(family, 102, 150)],
  ['Superb|estate|2009-2025|400|150|5', [...within(family, 122, 190), ...plugIn]],
  ['Kamiq|suv|2020-2025|262|110|3', within(family, 95, 150)],
  ['Karoq|suv|2018-2025|330|150|3', within(family, 110, 150)],
  ['Kodiaq|suv|2017-2025|440|150|3', within(family, 150, 190)],
  ['Enyaq|suv|2021-2025|400|204|5', engines('iV 60||180|e|2021-2024', 'iV 80||204|e|2021-2025')],
]);

const audi = makeModels('Audi', -0.001, 'Attraction:0|Ambition:0.05|Sport:0.09|S line:0.15', [
  ['A1|small|2011-2025|250|95|3', within(family, 86, 122)],
  ['A3|hatch|2004-2025|360|122|6', [...within(family, 102, 150), ...plugIn]],
  ['A4|estate|2004-2025|470|150|6', within(family, 122, 245)],
  ['A5|coupe|2009-2024|560|190|2', [...within(family, 190, 245), ...within(bigDiesel, 204, 204)]],
  ['A6|estate|2006-2025|680|190|4', [...within(family, 190, 245), ...bigDiesel]],
  ['Q2|suv|2017-2025|340|110|2', within(family, 110, 150)],
  ['Q5|suv|2010-2025|690|190|2', [...within(family, 190, 245), ...bigDiesel]],
  ['Q4 e-tron|suv|2021-2025|450|204|3', engines('40||204|e|2021-2025', '50 quattro||299|e|2021-2025')],
  ['e-tron|suv|2019-2023|720|360|2', eTron],
]);

const seat = makeModels('Seat', -0.004, 'Reference:0|Style:0.05|Xcellence:0.1|FR:0.12', [
  ['Mii|small|2013-2019|105|60|2', within(family, 60, 75)],
  ['Ibiza|small|2005-2025|170|86|4', within(family, 64, 110)],
  ['Leon|hatch|2006-2025|262|122|5', within(family, 95, 150)],
  ['Arona|suv|2018-2025|225|95|2', within(family, 95, 110)],
  ['Ateca|suv|2017-2025|310|150|2', within(family, 110, 190)],
]);

const cupra = makeModels('Cupra', -0.004, ':0|Performance:0.08|VZ:0.16', [
  ['Born|hatch|2021-2025|320|204|3', engines('58 kWh||204|e|2021-2025', 'e-Boost 77 kWh||231|e|2022-2025')],
  ['Formentor|suv|2021-2025|400|150|3', [...within(family, 150, 190), ...within(plugIn, 204, 204)]],
]);

export const volkswagenGroupModels = [...volkswagen, ...skoda, ...audi, ...seat, ...cupra];

/** Cars as sold in Denmark. Prices, engines and frequencies are invented to look right, not copied from anywhere. */
export const models: readonly Model[] = [
  ...volkswagenGroupModels,
  ...germanModels,
  ...mercedesModels,
  ...frenchItalianModels,
  ...japaneseModels,
  ...koreanModels,
  ...otherModels,
];

/** Motorcycles stand among the marketplace's vehicles; the product has to tell them from cars. */
export const motorcycles = [
  ...makeModels('Yamaha', 0.03, ':0', [
    ['MT-07|small|2014-2024|95|75|2', engines('700 ABS|0.7|75|p|2014-2024')],
    ['XSR 900|small|2016-2024|140|115|1', engines('900|0.9|115|p|2016-2024')],
  ]),
  ...makeModels('Kawasaki', 0.03, ':0', [
    ['Z650|small|2017-2024|90|68|2', engines('650|0.65|68|p|2017-2024')],
  ]),
  ...makeModels('Harley-Davidson', 0.05, ':0', [
    ['Sportster 883|small|2005-2020|165|53|1', engines('Iron|0.9|53|p|2005-2020')],
  ]),
  ...makeModels('Triumph', 0.04, ':0', [
    ['Bonneville|small|2008-2024|130|80|1', engines('T100|0.9|65|p|2008-2016', 'T120|1.2|80|p|2016-2024')],
  ]),
];
