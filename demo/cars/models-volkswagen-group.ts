import { engines, makeModels, within } from './model.ts';

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
