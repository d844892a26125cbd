/**
 * A make as sold in Denmark: the name the product shows, what else people write, and its models, longest
 * first where one begins another.
 */
export type CarMake = { name: string; aliases: string[]; models: string[] };

function make(name: string, aliases: string, models: string): CarMake {
  const split = (list: string) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  return { name, aliases: split(aliases), models: split(models) };
}

/** Series named by their figures ("320d", "C 220") are not listed here: `title.ts` derives them. */
export const carMakes: readonly CarMake[] = [
  make(
    'Alfa Romeo',
    'Alfa',
    '147, 156, 159, 166, Brera, Giulia, Giulietta, GT, GTV, MiTo, Spider, Stelvio, Tonale, Junior',
  ),
  make('Aston Martin', '', 'DB7, DB9, DB11, DBX, Vantage, Rapide'),
  make(
    'Audi',
    '',
    'A1, A2, A3, A4, A4 allroad, A5, A6, A6 e-tron, A6 allroad, A7, A8, Q2, Q3, Q4 e-tron, Q5, Q6 e-tron, Q7, Q8, Q8 e-tron, e-tron GT, e-tron, TT, TTS, R8, S1, S3, S4, S5, S6, S7, S8, SQ5, SQ7, SQ8, RS3, RS4, RS5, RS6, RS7, RS Q3, RS Q8, 80, 100, Cabriolet',
  ),
  make('Bentley', '', 'Bentayga, Continental, Flying Spur'),
  make(
    'BMW',
    '',
    'M2, M3, M4, M5, M6, M8, X1, X2, X3, X4, X5, X6, X7, XM, Z3, Z4, i3, i4, i5, i7, i8, iX1, iX2, iX3, iX',
  ),
  make('BYD', '', 'Atto 2, Atto 3, Dolphin, Dolphin Surf, Han, Seal, Seal U, Sealion 7, Tang'),
  make(
    'Chevrolet',
    'Chevy',
    'Aveo, Camaro, Captiva, Corvette, Cruze, Epica, Kalos, Lacetti, Malibu, Matiz, Nubira, Orlando, Silverado, Spark, Suburban, Tahoe, Trax, Volt',
  ),
  make('Chrysler', '', '300C, Crossfire, Grand Voyager, Neon, PT Cruiser, Sebring, Voyager'),
  make(
    'Citroën',
    '',
    'Berlingo, C-Crosser, C-Elysée, C-Zero, C1, C2, C3, C3 Aircross, C3 Picasso, C3 Pluriel, C4, C4 X, C4 Cactus, C4 Aircross, C4 Picasso, C4 SpaceTourer, C5, C5 X, C5 Aircross, C6, C8, DS3, DS4, DS5, Grand C4 Picasso, Grand C4 SpaceTourer, Jumper, Jumpy, Nemo, Saxo, SpaceTourer, Xantia, Xsara, Xsara Picasso, Ami',
  ),
  make('Cupra', '', 'Ateca, Born, Formentor, Leon, Tavascan, Terramar'),
  make('Dacia', '', 'Dokker, Duster, Jogger, Lodgy, Logan, Sandero, Spring, Bigster'),
  make('Daihatsu', '', 'Charade, Copen, Cuore, Materia, Move, Sirion, Terios, Trevis, YRV'),
  make('Dodge', '', 'Avenger, Caliber, Challenger, Charger, Durango, Grand Caravan, Journey, Nitro, Ram'),
  make('DS', 'DS Automobiles', '3, 3 Crossback, 4, 4 Crossback, 5, 7, 7 Crossback, 9'),
  make(
    'Ferrari',
    '',
    '296, 308, 328, 348, 360, 430, 458, 488, 812, California, F8, FF, Portofino, Roma, Testarossa',
  ),
  make(
    'Fiat',
    '',
    '124 Spider, 500, 500C, 500e, 500L, 500X, 600, 600e, Abarth, Bravo, Croma, Doblo, Ducato, Fiorino, Freemont, Grande Panda, Grande Punto, Idea, Multipla, Panda, Punto, Punto Evo, Qubo, Scudo, Sedici, Seicento, Stilo, Talento, Tipo, Ulysse',
  ),
  make(
    'Ford',
    '',
    'B-Max, C-Max, Capri, EcoSport, Edge, Escort, Explorer, F-150, F-250, Fiesta, Focus, Focus C-Max, Fusion, Galaxy, Grand C-Max, Ka, Ka+, Kuga, Maverick, Mondeo, Mustang, Mustang Mach-E, Puma, Ranger, S-Max, Sierra, StreetKa, Tourneo Connect, Tourneo Courier, Tourneo Custom, Transit, Transit Connect, Transit Courier, Transit Custom',
  ),
  make('Genesis', '', 'G70, G80, GV60, GV70, GV80'),
  make(
    'Honda',
    '',
    'Accord, Civic, CR-V, CR-Z, e, e:Ny1, FR-V, HR-V, Insight, Jazz, Jazz Crosstar, Legend, Prelude, S2000, ZR-V',
  ),
  make('Hongqi', '', 'E-HS9, EH7, EHS5, EHS7'),
  make(
    'Hyundai',
    '',
    'Accent, Atos, Bayon, Coupe, Elantra, Getz, H-1, i10, i20, i30, i40, Inster, Ioniq, Ioniq 5, Ioniq 6, Ioniq 9, ix20, ix35, ix55, Kona, Matrix, Nexo, Santa Fe, Sonata, Staria, Terracan, Tucson, Veloster',
  ),
  make('Isuzu', '', 'D-Max, Trooper'),
  make('Iveco', '', 'Daily'),
  make('Jaguar', '', 'E-Pace, E-Type, F-Pace, F-Type, I-Pace, S-Type, X-Type, XE, XF, XJ, XJ6, XJS, XK, XKR'),
  make(
    'Jeep',
    '',
    'Avenger, Cherokee, Commander, Compass, Gladiator, Grand Cherokee, Patriot, Renegade, Wrangler',
  ),
  make(
    'Kia',
    '',
    'Carens, Carnival, Ceed, ProCeed, XCeed, Cerato, EV2, EV3, EV4, EV5, EV6, EV9, Magentis, Niro, e-Niro, Optima, Picanto, Rio, Sorento, Soul, e-Soul, Sportage, Stinger, Stonic, Venga',
  ),
  make('Lada', '', '1200, 1300, 2107, Niva, Samara'),
  make('Lancia', '', 'Delta, Musa, Ypsilon'),
  make(
    'Land Rover',
    'Landrover, LR',
    'Range Rover, Range Rover Evoque, Range Rover Sport, Range Rover Velar, Evoque, Velar, Defender, Discovery, Discovery Sport, Freelander',
  ),
  make('Leapmotor', '', 'B10, C10, T03'),
  make('Lexus', '', 'CT, ES, GS, IS, LBX, LC, LS, NX, RC, RX, RZ, SC, UX'),
  make('Lotus', '', 'Elise, Eletre, Emira, Evora, Exige'),
  make('Lynk & Co', 'Lynk, Lynk Co', '01, 02, 08'),
  make('Maserati', '', 'Ghibli, GranTurismo, Grecale, Levante, Quattroporte'),
  make('Maxus', '', 'eDeliver 3, eDeliver 9, Euniq 5, Euniq 6, Mifa 9, T90'),
  make(
    'Mazda',
    '',
    '2, 3, 5, 6, 6e, 121, 323, 626, BT-50, CX-3, CX-30, CX-5, CX-60, CX-7, CX-80, CX-9, Demio, MX-3, MX-30, MX-5, Premacy, RX-7, RX-8',
  ),
  make(
    'Mercedes-Benz',
    'Mercedes, MB, Merc',
    'AMG GT, Citan, CLA, CLC, CLE, CLK, CLS, EQA, EQB, EQC, EQE, EQS, EQT, EQV, G-Klasse, GL, GLA, GLB, GLC, GLE, GLK, GLS, ML, R-Klasse, SL, SLC, SLK, Sprinter, V-Klasse, Vaneo, Viano, Vito, X-Klasse, A-Klasse, B-Klasse, C-Klasse, E-Klasse, S-Klasse',
  ),
  make('MG', '', '3, 4, 5, HS, HS EHS, EHS, Marvel R, Cyberster, S5, ZS, ZS EV, F, TF, MGB, Midget'),
  make(
    'MINI',
    '',
    'Aceman, Cabrio, Clubman, Clubvan, Countryman, Coupe, Paceman, Roadster, Cooper SE, Cooper SD, Cooper S, Cooper D, Cooper, John Cooper Works, One D, One',
  ),
  make(
    'Mitsubishi',
    '',
    'ASX, Carisma, Colt, Eclipse Cross, Galant, Grandis, i-MiEV, L200, Lancer, Outlander, Pajero, Space Star, Space Wagon',
  ),
  make('NIO', '', 'EL6, EL7, EL8, ES6, ET5, ET7'),
  make(
    'Nissan',
    '',
    '350Z, 370Z, Almera, Ariya, Cube, e-NV200, GT-R, Interstar, Juke, Leaf, Micra, Murano, Navara, Note, NV200, NV300, NV400, Pathfinder, Patrol, Pixo, Primastar, Primera, Pulsar, Qashqai, Qashqai+2, Tiida, Townstar, X-Trail',
  ),
  make(
    'Opel',
    'Vauxhall',
    'Adam, Agila, Ampera, Ampera-e, Antara, Astra, Cascada, Combo, Corsa, Corsa-e, Crossland, Crossland X, Frontera, Grandland, Grandland X, GT, Insignia, Kadett, Karl, Manta, Meriva, Mokka, Mokka X, Mokka-e, Movano, Omega, Rocks-e, Signum, Tigra, Vectra, Vivaro, Zafira, Zafira Tourer, Zafira Life',
  ),
  make(
    'Peugeot',
    '',
    '1007, 104, 106, 107, 108, 2008, e-2008, 204, 205, 206, 206+, 206 CC, 207, 207 CC, 208, e-208, 3008, e-3008, 301, 305, 306, 307, 307 CC, 308, 308 CC, e-308, 309, 4007, 4008, 404, 405, 406, 407, 408, 5008, e-5008, 504, 505, 508, 605, 607, 807, Bipper, Boxer, Expert, iOn, Partner, Rifter, RCZ, Traveller',
  ),
  make('Polestar', '', '1, 2, 3, 4, 5'),
  make(
    'Porsche',
    '',
    '356, 718, 718 Boxster, 718 Cayman, 911, 924, 928, 944, 968, Boxster, Carrera GT, Cayenne, Cayman, Macan, Panamera, Taycan',
  ),
  make('RAM', '', '1500, 2500'),
  make(
    'Renault',
    '',
    '4, 5, Arkana, Austral, Avantime, Captur, Clio, Espace, Fluence, Grand Espace, Grand Modus, Grand Scenic, Kadjar, Kangoo, Koleos, Laguna, Latitude, Master, Megane, Megane E-Tech, Modus, Rafale, Safrane, Scenic, Symbioz, Talisman, Thalia, Trafic, Twingo, Twizy, Vel Satis, Wind, Zoe',
  ),
  make('Rover', '', '25, 45, 75, 200, 214, 216, 400, 414, Streetwise'),
  make('Saab', '', '9-3, 9-5, 9-7X, 90, 96, 99, 900, 9000'),
  make(
    'Seat',
    '',
    'Alhambra, Altea, Altea XL, Arona, Arosa, Ateca, Cordoba, Exeo, Ibiza, Leon, Mii, Tarraco, Toledo',
  ),
  make(
    'Škoda',
    '',
    'Citigo, Elroq, Enyaq, Enyaq Coupe, Fabia, Favorit, Felicia, Kamiq, Karoq, Kodiaq, Octavia, Rapid, Roomster, Scala, Superb, Yeti',
  ),
  make('Smart', '', '#1, #3, Forfour, Fortwo, Roadster'),
  make('SsangYong', 'KGM, Ssang Yong', 'Actyon, Korando, Kyron, Musso, Rexton, Rodius, Tivoli, Torres'),
  make(
    'Subaru',
    '',
    'BRZ, Crosstrek, Forester, Impreza, Justy, Legacy, Levorg, Outback, Solterra, Trezia, WRX, XV',
  ),
  make(
    'Suzuki',
    '',
    'Across, Alto, Baleno, Celerio, Grand Vitara, Ignis, Jimny, Kizashi, Liana, S-Cross, SX4, SX4 S-Cross, Splash, Swace, Swift, Vitara, Wagon R+, Wagon R',
  ),
  make('Tesla', '', 'Cybertruck, Model 3, Model S, Model X, Model Y, Roadster'),
  make(
    'Toyota',
    '',
    'Auris, Avensis, Avensis Verso, Aygo, Aygo X, bZ4X, C-HR, C-HR+, Camry, Carina, Celica, Corolla, Corolla Cross, Corolla Verso, GR86, GT86, Hiace, Highlander, Hilux, iQ, Land Cruiser, Mirai, MR2, Picnic, Previa, Prius, Prius+, Proace, Proace City, Proace Verso, RAV4, Sportsvan, Starlet, Supra, Urban Cruiser, Verso, Verso-S, Yaris, Yaris Cross, Yaris Verso, GR Yaris',
  ),
  make(
    'Volkswagen',
    'VW, Folkevogn',
    'Amarok, Arteon, Beetle, Bora, Caddy, Caddy Maxi, California, Caravelle, CC, Crafter, Eos, e-Golf, e-Up, Fox, Golf, Golf Alltrack, Golf Plus, Golf Sportsvan, Golf Variant, Grand California, ID.3, ID.4, ID.5, ID.7, ID. Buzz, Jetta, Lupo, Multivan, New Beetle, Passat, Passat Alltrack, Passat CC, Passat Variant, Phaeton, Polo, Scirocco, Sharan, Sportsvan, T-Cross, T-Roc, Taigo, Tayron, Tiguan, Tiguan Allspace, Touareg, Touran, Transporter, T4, T5, T6, Up!, Vento',
  ),
  make(
    'Volvo',
    '',
    '240, 340, 440, 460, 480, 740, 760, 780, 850, 940, 960, Amazon, C30, C40, C70, EC40, ES90, EX30, EX40, EX90, P1800, PV, S40, S60, S70, S80, S90, V40, V40 Cross Country, V50, V60, V60 Cross Country, V70, V90, V90 Cross Country, XC40, XC60, XC70, XC90',
  ),
  make('Xpeng', '', 'G6, G9, P5, P7'),
  make('Acura', '', 'ILX, MDX, RDX, TLX'),
  make('Buick', '', 'Regal, Riviera, Skylark'),
  make('Cadillac', '', 'ATS, BLS, CT6, CTS, DeVille, Eldorado, Escalade, Lyriq, SRX'),
  make('GMC', '', 'Acadia, Sierra, Yukon'),
  make('Hummer', '', 'H1, H2, H3'),
  make('Infiniti', '', 'FX, G37, Q30, Q50, QX30, QX70'),
  make('Lincoln', '', 'Continental, Navigator, Town Car'),
  make('Pontiac', '', 'Firebird, GTO, Trans Am'),
];
