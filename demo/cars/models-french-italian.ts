import { engines, makeModels, within } from './model.ts';

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
  ['3|small|2010-2019|205|110|2', within(psa, 82, 156)],
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
