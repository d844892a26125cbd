import { engines, makeModels, within } from './model.ts';
import { toyotaModels } from './models-toyota.ts';

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
