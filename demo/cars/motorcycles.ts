import { engines, makeModels } from './model.ts';

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
