import { once } from '#core/shared.ts';

/** Where the figures of a row were read. */
export const electricSources = {
  open: 'Open EV Data (github.com/KilowattApp/open-ev-data)',
  dataset: 'OpenEV Data Dataset (github.com/open-ev-data)',
  evdb: 'EV Database (ev-database.org)',
  evkx: 'EVKX.net',
  naf: 'NAF El Prix (naf.no)',
  ecomento: 'ecomento.de 15.4.2021',
  faz: 'faz.net 6.2021',
  quattroruote: 'quattroruote.it',
  newatlas: 'newatlas.com',
  turbo: 'turbo.pt',
  grenchen: 'grenchnertagblatt.ch 7.2020',
  electrive: 'electrive.com 2.11.2023',
  alvolante: 'alvolante.it',
  tu: 'tu.no 8.2021',
  autozine: 'autozine.nl 3.12.2018 (Kia)',
  kia: 'periodicodaily.com (Kia)',
  grimsby: 'Grimsby Telegraph 26.11.2021',
  teslamag: 'teslamag.de 11.2021',
  insideevs: 'insideevs.com 8.2021',
  mgCompany: 'issuu.com/companycarandvan (MG)',
  irishnews: 'irishnews.com 20.10.2021',
  drive: 'drive.com.au 21.9.2022',
  caradisiac: 'caradisiac.com 11.2021 (Peugeot)',
  autoblog: 'autoblog.nl 9.2022 (Peugeot)',
  dday: 'dday.it (Renault Zoe)',
  motor1: 'nextpit.com (Motor1)',
  tv2: 'tv2.no 6.2021 (NAF)',
} as const;

/**
 * For each make, a row for each variant that was sold here: models; words that name the variant (a pattern for folded text;
 * none: sellers do not name it); years of first registration; horsepower; the sizes of the battery as sellers write them;
 * then the figures: battery in kWh ("u": usable), the longest range of the variant (WLTP, km), charging from a socket (AC,
 * kW) and from a fast charger (DC, kW); and the sources of these figures.
 *
 * "-": no named source gives the figure, it depends on the equipment, or two sources disagree. A variant without any figure
 * has a row too: without it, its cars would be taken for another variant.
 */
const rows: Readonly<Record<string, string>> = {
  Audi: `
    Q4 e-tron; ^(?!.*sportback).*\\b35\\b; 2021-2023; 170; 52 55; 52u; 341; 7.2; 100; ecomento faz
    Q4 e-tron; ^(?=.*sportback).*\\b35\\b; 2021-2023; 170; 52 55; 52u; 349; 7.2; 100; ecomento faz
    Q4 e-tron; ^(?!.*sportback).*\\b40\\b; 2021-2021; 204; 77 82; 77u; 520; 11; 125; ecomento faz
    Q4 e-tron; ^(?=.*sportback).*\\b40\\b; 2021-2021; 204; 77 82; 77u; 534; 11; 125; ecomento faz
    Q4 e-tron; \\b40\\b; 2022-2023; 204; 77 82; 77u; -; 11; -; ecomento faz
    Q4 e-tron; \\b45\\b; 2022-2025; 265 286; 77 82; 77u; -; 11; -; open
    Q4 e-tron; \\b50\\b; 2021-2023; 299; 77 82; 77u; -; 11; -; ecomento faz
    Q4 e-tron; \\b55\\b; 2023-2025; 340; 77 82; 77u; -; 11; -; open
    e-tron; \\b50\\b; 2019-2023; 313; 65 71; 64.7u; -; -; -; open
    e-tron; \\b55\\b; 2019-2019; 360 408; 84 86 95; -; -; -; -; open
    e-tron; \\b55\\b; 2020-2023; 360 408; 86.5 95; 86.5u; -; -; -; open
    e-tron; \\bs\\b; 2020-2023; 503; 86.5 95; 86.5u; -; -; -; open
    Q8 e-tron; ^(?!.*sportback).*\\b50\\b; 2022-2024; 340; 89 95; 89u; 491; -; -; open dataset
    Q8 e-tron; ^(?=.*sportback).*\\b50\\b; 2022-2024; 340; 89 95; 89u; 505; -; -; open dataset
    Q8 e-tron; ^(?!.*sportback).*\\b55\\b; 2022-2024; 408; 106 114; 106u; 582; -; -; open dataset
    Q8 e-tron; ^(?=.*sportback).*\\b55\\b; 2022-2024; 408; 106 114; 106u; 600; -; -; open dataset
    Q8 e-tron; \\bsq8\\b; 2022-2024; 503; 106 114; 106u; -; -; -; open`,
  BMW: `
    i3; 60 ?ah; 2013-2017; 170; 18.8 22; 18.8u; -; -; -; open
    i3; 94 ?ah; 2016-2019; 170 184; 27.2 33; 27.2u; -; -; -; open
    i3; 120 ?ah; 2018-2023; 170 184; 37.9 42; 37.9u; -; 11; -; open
    iX3; ; 2020-2021; 286; 74 80; 74u; -; 11; 150; open
    iX3; ; 2022-2025; 286; 74 80; 74u; 461; 11; 150; open dataset
    i4; edrive ?35; 2022-2023; 286; 66 67 70; -; 483; 11; 180; open dataset
    i4; edrive ?35; 2024-2026; 286; 67 70; -; -; 11; 180; open dataset
    i4; edrive ?40; 2021-2023; 340; 81 84; 80.7u; 590; 11; 207; open dataset
    i4; edrive ?40; 2024-2026; 340; 81 84; -; -; 11; 207; open dataset
    i4; xdrive ?40; 2023-2026; 401; 81 84; -; -; 11; -; open
    i4; m ?50; 2021-2023; 544; 81 84; -; -; 11; 207; open dataset
    i4; m ?50; 2024-2026; 544; 81 84; -; -; 11; 207; open dataset
    iX1; xdrive ?30; 2022-2024; 313; 65 66; 64.7u; 438; -; 130; open dataset
    iX1; edrive ?20; 2023-2026; 204; 65 66; 64.7u; -; -; -; open
    iX; xdrive ?40; 2021-2024; 326; 71 77; 71u; 425; 11; -; open dataset
    iX; xdrive ?50; 2021-2024; 523; 105 112; 105.2u; 630; 11; 195; open dataset
    iX; m ?60; 2022-2024; 619; 105 112; 105.2u; 561; -; 195; open dataset
    iX; xdrive ?45|xdrive ?60|m ?70; 2025-2026; ; ; -; -; 11; -; open`,
  BYD: `
    Atto 3; ; 2022-2024; 204; 60 60.5; 60.5u; 420; -; -; open naf
    Dolphin; active; 2023-2025; 95; 44.9; 44.9u; 340; -; 60; open dataset
    Dolphin; boost; 2023-2025; 177; 44.9; 44.9u; 310; -; 60; open dataset
    Dolphin; comfort|design; 2023-2025; 204; 60 60.4; 60.4u; 427; 11; 88; open naf
    Seal; design|rwd; 2023-2025; 313; 82.5; 82.5u; 570; 11; 150; open dataset
    Seal; excellence|awd; 2023-2025; 530; 82.5; 82.5u; 520; 11; 150; open dataset
    Seal; comfort; 2024-2026; 231; 61.4; 61.4u; -; 11; 110; open`,
  Citroën: `
    C4/e-C4/ë-C4; ; 2020-2022; 136; 50; 46.3u; 350; -; 100; open tv2
    C4/e-C4/ë-C4; ; 2023-2026; 136; 50; 46.3u; -; -; 100; open
    C4/e-C4/ë-C4; ; 2023-2026; 156; 54; 50.8u; -; -; 100; open`,
  Cupra: `
    Born; ; 2021-2023; 204 231; 58 62; 58u; -; 11; -; open
    Born; ; 2021-2023; 231; 77 82; 77u; -; 11; -; open
    Born; ; 2024-2026; 170; ; -; -; 11; -; open
    Born; ; 2024-2026; 204 231; 59 62 63; 59u; -; 11; 165; open
    Born; ; 2024-2026; 231; 77 82; 77u; -; 11; -; open
    Born; vz; 2024-2026; 326; 79 84; 79u; -; 11; 185; open`,
  Dacia: `
    Spring; ; 2021-2023; 44 45; 26.8 27; 26.8; 230; -; -; open dataset
    Spring; ; 2023-2026; 45 65; ; -; -; -; -; open`,
  Fiat: `
    500e/500; ; 2020-2026; 95; 24 23.7 21.3; 21.3u; -; -; 50; open
    500e/500; ^(?!.*(?:cabri|500c|3 ?\\+ ?1)); 2020-2025; 118; 42 37.3; 37.3u; 320; 11; 85; open dataset
    500e/500/500C; cabri|500c|3 ?\\+ ?1; 2020-2025; 118; 42 37.3; 37.3u; -; 11; 85; open`,
  Ford: `
    Mustang Mach-E; rwd; 2021-2021; 269; 68 75.7 76; 68u; -; -; -; open
    Mustang Mach-E; awd|4x4|4wd; 2021-2021; 269; 68 75.7 76; 68u; -; -; -; open
    Mustang Mach-E; ; 2022-2025; 269; 68 70 72 72.6 75.7 76; -; -; -; -; open
    Mustang Mach-E; rwd; 2021-2021; 294; 88 98.7 98.8 99; 88u; 610; -; 150; open insideevs dataset
    Mustang Mach-E; awd|4x4|4wd; 2021-2021; 351; 88 98.7 98.8 99; 88u; 540; -; 150; tu open dataset
    Mustang Mach-E; ; 2022-2025; 294 351; 88 91 98.7 98.8 99; -; -; -; 150; dataset
    Mustang Mach-E; gt\\b; 2021-2025; 487; 88 91 98.7 98.8 99; -; -; -; -; open`,
  Honda: `
    e; ; 2020-2023; 136 154; 35.5 28.5; 28.5u; -; 6.6; -; open`,
  Hyundai: `
    Ioniq; ; 2016-2019; 120; 28 30.5; 28u; -; 6.6; 69; open
    Ioniq; ; 2019-2022; 136; 38 38.3 40.4; 38.3u; -; 7.2; -; open
    Ioniq 5; ; 2021-2024; 170; 58; 58; -; 11; -; alvolante open
    Ioniq 5; ; 2021-2022; 217; 72.6 73; 72.6; 480; 11; 220; alvolante open
    Ioniq 5; ; 2021-2022; 305; 72.6 73; 72.6; 460; 11; 220; alvolante tu open
    Ioniq 5; ; 2022-2024; 229; 77 77.4; 77.4; 507; 11; -; dataset
    Ioniq 5; ; 2022-2024; 325; 77 77.4; 77.4; 480; 11; -; dataset
    Ioniq 5; \\bn\\b; 2023-2026; 609 650; 84; -; -; 11; -; open
    Ioniq 5; ; 2024-2026; 170 229 325; 63 84; -; -; 11; -; open
    Ioniq 6; ; 2022-2024; 151; 53; 53; 429; 11; -; dataset
    Ioniq 6; ; 2022-2024; 229; 77 77.4; 77.4; 614; 11; -; dataset naf
    Ioniq 6; ; 2022-2024; 325; 77 77.4; 77.4; 583; 11; -; dataset
    Ioniq 6; ; 2025-2026; ; ; -; -; 11; -; open
    Kona; ; 2018-2020; 136; 39 39.2; 39.2u; -; -; -; open
    Kona; ; 2018-2020; 204; 64; 64u; -; -; 77; open
    Kona; ; 2021-2023; 136; 39 39.2; 39.2u; 305; -; -; open electrive
    Kona; ; 2021-2023; 204; 64; 64u; 484; -; 77; open electrive
    Kona; ; 2023-2026; 156; 48 48.4; 48.4u; 377; 11; 74; open electrive
    Kona; ; 2023-2026; 218; 65 65.4; 65.4u; 514; 11; 102; open electrive
    Inster; ; 2024-2026; 97; 39 42; 39u; -; 11; 73; open
    Inster; ; 2024-2026; 115; 46 49; 46u; -; 11; 85; open`,
  Jaguar: `
    I-Pace; ; 2018-2024; 400; 84.7 90; 84.7u; 470; -; 100; dataset motor1
    I-Pace; ; 2020-2024; 320; 84.7 90; 84.7u; -; -; 100; dataset`,
  Kia: `
    e-Niro/Niro; ; 2018-2022; 136; 39 39.2; 39.2; 289; -; -; autozine
    e-Niro/Niro; ; 2018-2022; 204; 64; 64u; 455; -; 77; autozine open
    e-Niro/Niro; ; 2022-2026; 204; 64.8 65; -; -; 11; 80; open
    e-Soul/Soul; ; 2014-2019; 110; 27 30; -; -; 6.6; 50; open
    e-Soul/Soul; ; 2019-2025; 136; 39 39.2; 39.2u; -; -; -; open
    e-Soul/Soul; ; 2019-2025; 204; 64; 64u; -; -; 77; open
    EV3; ; 2024-2026; 204; 58 58.3; -; -; 11; -; open
    EV3; ; 2024-2026; 204; 81 81.4; 78u; -; 11; -; open
    EV6; ; 2021-2024; 170; 58; 58; -; 11; -; kia open
    EV6; ; 2021-2024; 229; 77 77.4; 77.4; 528; 11; 239; kia grimsby open
    EV6; ; 2021-2024; 325; 77 77.4; 77.4; 506; 11; 239; kia grimsby open
    EV6; \\bgt\\b(?!.?line); 2022-2026; 585 650; 77 77.4 84; -; -; 11; -; open
    EV6; ; 2024-2026; 170 229 325; 63 84; -; -; 11; -; open
    EV9; ; 2023-2026; 203 204; 99.8 100; 99.8; -; 11; 210; open
    EV9; ; 2023-2026; 385; 99.8 100; 99.8; -; 11; 210; open
    EV9; ; 2024-2026; 218; 76; -; -; 11; 210; open`,
  Lexus: `
    UX; 300 ?e; 2020-2022; 204; 54 54.3; 54.3; 315; 6.6; 50; dataset
    UX; 300 ?e; 2023-2025; 204; 72.8 73; -; -; -; 50; open`,
  'Mercedes-Benz': `
    EQA; 250(?! ?\\+| ?plus); 2021-2026; 190; 66.5 67; 66.5u; -; 11; 100; open dataset
    EQA; 250 ?\\+|250 ?plus; 2022-2026; 190; 70.5 71; 70.5u; -; 11; -; open
    EQA; 300|350; 2021-2026; 228 292; 66.5 67; 66.5u; -; 11; 100; open dataset
    EQB; 250(?! ?\\+| ?plus); 2021-2026; 190; 66.5 67; 66.5u; -; 11; 100; open dataset
    EQB; 250 ?\\+|250 ?plus; 2022-2026; 190; 70.5 71; 70.5u; -; 11; -; open
    EQB; 300|350; 2021-2026; 228 292; 66.5 67; 66.5u; -; 11; 100; open dataset
    EQC; ; 2019-2023; 408; 80 85; 80u; -; -; -; open`,
  MG: `
    4; ; 2022-2025; 170; 51 50.8; 50.8u; 350; -; -; open drive
    4; comfort|standard|\\bse\\b; 2022-2025; 204; 64 61.7; 61.7u; 450; 11; -; drive open mgCompany
    4; luxury|trophy; 2022-2025; 204; 64 61.7; 61.7u; 435; 11; -; drive open mgCompany
    4; ; 2023-2025; 245; 77 74.4; 74.4u; 520; 11; 144; open naf
    4; xpower; 2023-2025; 435; 64 61.7; 61.7u; 385; 11; -; open dataset
    ZS EV/ZS; ; 2019-2021; 143; 44.5 45; 44.5; 263; 6.6; -; irishnews open
    ZS EV/ZS; ; 2021-2025; 177; 51 50.3; 51; 320; -; -; irishnews drive
    ZS EV/ZS; ; 2021-2025; 156; 70 72 72.6 73; 72; 440; 11; -; irishnews open`,
  MINI: `
    Cooper SE/Cooper; ; 2020-2023; 184; 28.9 32.6 33; 28.9u; 234; 11; 50; open dataset
    Cooper/Cooper E; ; 2024-2026; 184; 36.6 40.7 41; 36.6u; -; 11; -; open
    Cooper SE/Cooper; ; 2024-2026; 218; 49.2 54.2 54; 49.2u; -; 11; 95; open
    Cooper/John Cooper Works; jcw|john; 2024-2026; 258; 49.2 54.2 54; 49.2u; -; 11; 95; open`,
  Nissan: `
    Leaf; ; 2011-2017; 109; 24; 24; -; -; -; open
    Leaf; ; 2015-2018; 109; 30; 30; -; -; -; open
    Leaf; ; 2018-2024; 150; 39 40; 40; 270; 6.6; -; open motor1
    Leaf; ; 2019-2024; 217; 59 62; 62; 385; 6.6; -; open dataset
    Ariya; ; 2022-2026; 218; 63; 63u; -; 7.4; 130; open
    Ariya; ; 2022-2026; 242 306 394; 87; 87u; -; 22; 130; open
    Ariya; nismo; 2024-2026; 435; 87; 87u; -; -; 130; open`,
  Peugeot: `
    e-208/208; ; 2019-2022; 136; 50; 46.3u; 340; -; 100; caradisiac open
    e-208/208; ; 2022-2024; 136; 50; 46.3u; 362; -; 100; caradisiac open
    e-208/208; ; 2023-2026; 156; 51 54; -; -; -; 100; open
    e-2008/2008; ; 2020-2022; 136; 50; 46.3u; 320; -; 100; caradisiac open
    e-2008/2008; ; 2022-2024; 136; 50; 46.3u; 345; -; 100; caradisiac open
    e-2008/2008; ; 2023-2026; 156; 54; 50.8u; 406; -; 100; open dataset
    e-308/308; ; 2023-2026; 156; 54; 50.8u; -; 11; 100; autoblog open
    e-3008/3008; ; 2024-2026; 213; 73; 73u; 525; 11; 160; open dataset
    e-3008/3008; ; 2024-2026; 231; 96.9 97 98; -; -; 11; 160; open
    e-3008/3008; ; 2024-2026; 325; 73; 73u; -; 11; 160; open`,
  Polestar: `
    2; ; 2020-2021; 408; 75 78; 75u; 470; 11; 150; open tv2
    2; ; 2022-2022; 408; 75 78; 75u; -; 11; 150; open
    2; ; 2021-2022; 231; 75 78; 75u; -; 11; 150; open
    2; ; 2021-2023; 224 231; 61 63 64 67 69; -; -; 11; -; open
    2; ; 2023-2026; ; ; -; -; 11; -; open`,
  Renault: `
    Zoe; ; 2012-2019; 65 88 92; 22 23.3; -; -; -; -; open
    Zoe; r ?90; 2016-2019; 92; 41; 41u; -; 22; -; open dday
    Zoe; q ?90; 2016-2019; 88; 41; 41u; -; 43; -; open dday
    Zoe; ze ?40|z\\.e\\. ?40; 2018-2021; 108; 41; 41u; 300; 22; -; open motor1
    Zoe; ze ?50|z\\.e\\. ?50; 2019-2024; 108; 50 52; 52u; -; 22; -; open
    Zoe; ; 2019-2024; 135; 50 52; 52u; -; 22; -; open
    Megane E-Tech; ev ?40; 2022-2026; 130; 40; 40u; 300; -; 85; open dataset
    Megane E-Tech; ev ?60; 2022-2026; 130 218 220; 60; 60u; -; -; 130; open
    Scenic; ; 2024-2026; 170; 60; 60u; 430; 22; 130; open dataset
    Scenic; ; 2024-2026; 218 220; 87; 87u; 620; 22; 150; open dataset
    5; ; 2024-2026; 95 120; 40; 40u; -; 11; 80; open
    5; ; 2024-2026; 150; 52; 52u; -; 11; 100; open
    Twingo; ; 2020-2024; 82; 21.3 22; 21.3u; -; 22; -; open`,
  Škoda: `
    Citigo; ; 2019-2021; 83; 32.3 36.8 37; 32.3u; -; 7.2; -; open
    Enyaq/Enyaq Coupe; \\b50\\b; 2021-2023; 148 149; 52 55; 52u; -; -; -; open
    Enyaq/Enyaq Coupe; \\b50\\b; 2024-2026; 170; 52 55; 52u; -; 11; 145; open
    Enyaq/Enyaq Coupe; \\b60\\b; 2021-2023; 179 180; 58 62; 58u; -; 11; -; open
    Enyaq/Enyaq Coupe; \\b60\\b; 2024-2026; 204; 59 63; 59u; -; 11; 165; open
    Enyaq/Enyaq Coupe; \\b80\\b; 2021-2021; 204; 77 82; 77u; -; 11; 125; open
    Enyaq/Enyaq Coupe; \\b80\\b; 2022-2024; 204; 77 82; 77u; -; 11; -; open
    Enyaq/Enyaq Coupe; \\b80 ?x\\b; 2021-2024; 265; 77 82; 77u; -; 11; -; open
    Enyaq/Enyaq Coupe; \\bv?rs\\b; 2022-2023; 299; 77 82; 77u; -; 11; -; open
    Enyaq/Enyaq Coupe; \\bv?rs\\b; 2024-2026; 340; 77 79 82 84; -; -; 11; -; open
    Enyaq/Enyaq Coupe; \\b85\\b; 2024-2026; 286; 77 82; 77u; -; 11; 135; open dataset
    Enyaq/Enyaq Coupe; \\b85 ?x\\b; 2024-2026; 286 299; 77 82; 77u; -; 11; -; open
    Elroq; \\b50\\b; 2024-2026; 170; 52 55; 52u; -; 11; 145; open
    Elroq; \\b60\\b; 2024-2026; 204; 59 63; 59u; -; 11; 165; open
    Elroq; \\b85\\b; 2024-2026; 286; 77 82; 77u; 581; 11; 175; open dataset
    Elroq; \\b85 ?x\\b|\\brs\\b; 2025-2026; 299 340; 77 79 82 84; -; -; 11; -; open`,
  Smart: `
    #1; \\bpro\\b(?! ?\\+)|pure(?! ?\\+); 2023-2026; 272; 47 49; 47u; -; 7.4; 130; open
    #1; pro ?\\+|pure ?\\+|pulse|premium|brabus; 2023-2026; 272 428; 62 66; 62u; -; 22; 150; open
    #3; \\bpro\\b(?! ?\\+); 2024-2026; 272; 47 49; 47u; -; 7.4; 130; open
    #3; pro ?\\+|pulse|premium|brabus; 2024-2026; 272 428; 62 66; 62u; -; 22; 150; open`,
  Tesla: `
    Model 3; standard|\\bsr; 2019-2020; ; ; -; -; 11; -; open
    Model 3; standard|\\bsr; 2021-2021; ; ; -; -; 11; 170; open evdb
    Model 3; ^(?!.*(?:long|\\blr\\b)).*(?:rwd|standard|\\bsr); 2021-2023; ; 57.5 60; -; -; 11; 170; open
    Model 3; long|\\blr\\b; 2019-2020; ; ; -; -; 11; -; open
    Model 3; long|\\blr\\b; 2021-2023; ; ; -; -; 11; 250; open
    Model 3; performance; 2019-2021; ; ; -; -; 11; -; open
    Model 3; performance; 2022-2023; ; ; -; 547; 11; 250; teslamag open
    Model 3; ^(?!.*(?:long|\\blr\\b)).*rwd; 2023-2025; ; 57.5 60; -; 554; 11; 170; open dataset
    Model 3; (?:long|\\blr\\b)(?!.*rwd); 2023-2025; ; 75 78 79 82; 75u; 678; 11; 250; evdb dataset
    Model 3; (?:long|\\blr\\b).*rwd; 2024-2025; ; 75 78 79 82; 75u; 702; 11; 250; open naf
    Model 3; performance; 2024-2025; ; ; -; 528; 11; 250; dataset
    Model Y; ^(?!.*(?:long|\\blr\\b)).*(?:rwd|standard); 2022-2025; ; 57.5 60; 57.5u; -; 11; 170; open
    Model Y; (?:long|\\blr\\b); 2021-2025; ; ; -; -; 11; 250; open
    Model Y; performance; 2022-2024; ; ; -; 514; 11; 250; evkx open
    Model Y; performance; 2025-2026; ; ; -; -; 11; 250; open
    Model S; \\b75 ?d?\\b; 2016-2019; ; 75; 72.5u; -; -; -; open
    Model S; \\bp?100 ?d\\b; 2016-2019; ; 100; 95u; -; -; -; open
    Model X; \\bp?100 ?d\\b; 2016-2019; ; 100; 95u; -; -; -; open`,
  Toyota: `
    bZ4X; fwd|2wd; 2022-2024; 204; 71 71.4; 71.4; 516; -; 150; dataset
    bZ4X; awd|4x4|4wd; 2022-2024; 218; 71 71.4; 71.4; 470; -; 150; dataset
    bZ4X; ; 2025-2026; ; ; -; -; -; -; dataset`,
  Volkswagen: `
    e-Golf/Golf; ; 2014-2016; 115; 24 24.2; -; -; -; -; open
    e-Golf/Golf; ; 2017-2020; 136; 35.8 36; -; -; 7.2; -; open
    e-Up/Up; ; 2013-2019; 82; 18.7; -; -; -; -; open
    e-Up/Up; ; 2020-2023; 83; 32.3 36.8 37; 32.3u; -; 7.2; -; open
    ID.3; pure; 2020-2022; 126 150; 45 48 55; 45u; -; 7.2; -; open newatlas
    ID.3; 1st; 2020-2021; 204; 58 62; 58u; 420; 11; -; open turbo
    ID.3; \\bpro\\b(?! ?s\\b); 2020-2024; 145 146; 58 62; 58u; -; 11; -; open
    ID.3; \\bpro\\b(?! ?s\\b); 2020-2021; 204; 58 62; 58u; 426; 11; -; open grenchen
    ID.3; \\bpro\\b(?! ?s\\b); 2022-2024; 204; 58 62; 58u; -; 11; -; open
    ID.3; \\bpro ?s\\b; 2020-2024; 204; 77 82; 77u; -; 11; -; open
    ID.3; pure; 2024-2026; 170; 52 55; 52u; -; 11; 145; open
    ID.3; \\bpro\\b(?! ?s\\b); 2024-2026; 204; 59 62 63; -; -; 11; -; open
    ID.3; \\bpro ?s\\b; 2024-2026; 231; 77 79 82 84; -; -; 11; -; open
    ID.3; gtx; 2024-2026; 286 326; 79 84; 79u; -; 11; 185; open
    ID.4; pure(?!.*performance); 2021-2023; 148 149; 52 55; 52u; -; -; -; open
    ID.4; pure; 2021-2023; 170; 52 55; 52u; 343; -; -; quattroruote
    ID.4; 1st; 2020-2021; 204; 77 82; 77u; -; 11; 125; quattroruote
    ID.4; \\bpro\\b; 2021-2023; 174; 77 82; 77u; -; 11; -; quattroruote
    ID.4; ^(?!.*4 ?motion).*\\bpro\\b; 2021-2021; 204; 77 82; 77u; 520; 11; 125; quattroruote
    ID.4; ^(?!.*4 ?motion).*\\bpro\\b; 2022-2023; 204; 77 82; 77u; -; 11; -; quattroruote
    ID.4; 4 ?motion; 2022-2026; 265 286; 77 82; 77u; -; 11; -; open
    ID.4; gtx; 2021-2021; 299; 77 82; 77u; 480; 11; 125; quattroruote
    ID.4; gtx; 2022-2023; 299; 77 82; 77u; -; 11; -; quattroruote
    ID.4; pure; 2024-2026; 170; 52 55; 52u; -; 11; -; open
    ID.4; ^(?!.*4 ?motion).*\\bpro\\b; 2023-2026; 286; 77 82; 77u; -; 11; -; open
    ID.4; gtx; 2024-2026; 340; 77 79 82 84; -; -; 11; -; open
    ID.5; \\bpro\\b; 2022-2024; 174 204; 77 82; 77u; -; 11; 135; open
    ID.5; gtx; 2022-2023; 299; 77 82; 77u; -; 11; 135; open
    ID.5; pure; 2024-2026; 170; 52 55; 52u; -; 11; 145; open
    ID.5; \\bpro\\b; 2024-2026; 286; 77 82; 77u; -; 11; -; open
    ID.5; gtx; 2024-2026; 340; 77 79 82 84; -; -; 11; -; open
    ID.7; \\bpro\\b(?! ?s\\b); 2023-2026; 286; 77 82; 77u; -; 11; -; open
    ID.7; \\bpro ?s\\b; 2024-2026; 286; 86 91; 86u; -; 11; 200; open
    ID.7; gtx; 2024-2026; 340; 86 91; 86u; -; 11; 200; open
    ID. Buzz; ; 2022-2024; 204; 77 82; 77u; 423; 11; 170; open dataset
    ID. Buzz; ; 2024-2026; 170 286 340; ; -; -; 11; -; open`,
  Volvo: `
    XC40; p8|twin|awd; 2020-2022; 408; 75 78; 75u; -; 11; 150; open
    XC40; single; 2021-2023; 231 238; 66 67 69; -; -; 11; -; open
    XC40; ; 2023-2024; 252 408; 75 78 79 82; -; -; 11; -; open
    C40; twin|awd; 2021-2022; 408; 75 78; 75u; -; 11; 150; open
    C40; single; 2022-2023; 231 238; 67 69; 67u; -; 11; -; open
    C40; ; 2023-2024; 252 408; 75 78 79 82; -; -; 11; -; open
    EX30; ; 2023-2026; 272; 49 51; 49u; 344; 11; -; open dataset
    EX30; ; 2023-2026; 272; 64 69; 64u; 480; -; 153; open dataset
    EX30; ; 2023-2026; 428; 64 69; 64u; -; -; -; open`,
};

export type ElectricModel = {
  models: string[];
  words: RegExp | null;
  from: number;
  to: number;
  horsepower: number[];
  /** The sizes of its battery as sellers write them. */
  batteries: number[];
  batteryKwh: number | null;
  isUsable: boolean;
  rangeKm: number | null;
  acKw: number | null;
  dcKw: number | null;
  sources: string[];
};

const numbersOf = (text: string) => text.split(' ').filter(Boolean).map(Number);
const numberOf = (text: string) => (text === '-' ? null : Number.parseFloat(text));

function modelOf(line: string): ElectricModel {
  const [models, words, years, horsepower, sizes, battery, range, ac, dc, sources] = line
    .split(';')
    .map((cell) => cell.trim()) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [from, to] = years.split('-').map(Number) as [number, number];
  return {
    models: models.split('/'),
    words: words === '' ? null : new RegExp(words),
    from,
    to,
    horsepower: numbersOf(horsepower),
    batteries: numbersOf(sizes),
    batteryKwh: numberOf(battery),
    isUsable: battery.endsWith('u'),
    rangeKm: numberOf(range),
    acKw: numberOf(ac),
    dcKw: numberOf(dc),
    sources: sources.split(' ').map((key) => electricSources[key as keyof typeof electricSources]),
  };
}

/** The variants that were sold, by make. */
export const electricModels = once(
  (): ReadonlyMap<string, ElectricModel[]> =>
    new Map(Object.entries(rows).map(([make, lines]) => [make, lines.trim().split('\n').map(modelOf)])),
);
