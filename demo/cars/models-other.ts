import { engines, makeModels, within } from './model.ts';
import { fordModels } from './models-ford.ts';

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
