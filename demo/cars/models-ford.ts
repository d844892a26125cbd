import { engines, makeModels, within } from './model.ts';

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
