import { engines, makeModels, within } from './model.ts';

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
