import { engines, makeModels, within } from './model.ts';

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
