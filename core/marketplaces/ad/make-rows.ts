/**
 * By the name that the product shows: what else people write for the make, and its models. Both are lists
 * with commas; a model that people write in other ways too is followed by those after "=":
 *
 *     Škoda: ['Skodda', 'Citigo = Citygo, Octavia = Oktavia = Octavia Combi'],
 *
 * To add a model or a spelling, write it here: case, accents, blanks and hyphens do not count ("C-HR" is
 * "chr" and "c hr"), and one or two slips in a long word are forgiven anyway. A spelling is needed where a
 * name is written quite otherwise ("Kashkai"), or means a model by another of its names ("C4 Grand
 * Picasso"). Series that are named by figures ("320d", "C 220") are derived by `model-series.ts`.
 */
export type MakeRows = Readonly<Record<string, readonly [aliases: string, models: string]>>;

export const makeRows: MakeRows = {
  Acura: ['', 'ILX, MDX, RDX, TLX'],
  Aiways: ['', 'U5, U6'],
  'Alfa Romeo': [
    'Alfa, Alpha, Alpha Romeo',
    '147, 156, 159, 166, Brera, Giulia, Giulietta, GT, GTV, MiTo, Spider, Stelvio, Tonale, Junior, 145, 146, 155, 164, 4C, 8C',
  ],
  Alpine: ['', 'A110, A290'],
  'Aston Martin': ['', 'DB7, DB9, DB11, DBX, Vantage, Rapide'],
  Audi: [
    '',
    'A1, A2, A3, A4, A4 allroad = A4 Avant allroad, A5, A6, A6 e-tron = A6 Avant e-tron = A6 Sportback e-tron, A6 allroad = A6 Avant allroad, A7, A8, Q2, Q3, Q4 e-tron = Q4 = Q4 etron = Q4 Sportback e-tron, Q5, Q6 e-tron = Q6, Q7, Q8, Q8 e-tron = Q8 50 e-tron = Q8 55 e-tron = Q8 Sportback e-tron, e-tron GT, e-tron = etron, TT, TTS, R8, S1, S3, S4, S5, S6, S7, S8, SQ5, SQ7, SQ8, RS3, RS4, RS5, RS6, RS7, RS Q3, RS Q8, 80, 100, 90, S2, RS2, TT RS, RS e-tron GT, SQ2, SQ6 e-tron, S6 e-tron, SQ8 e-tron',
  ],
  Bentley: ['', 'Bentayga, Continental, Flying Spur'],
  BMW: [
    'BWM, BMV',
    'M2, M3, M4, M5, M6, M8, X1, X2, X3, X4, X5, X6, X7, XM, Z3, Z4, i3 = i3s, i4, i5, i7, i8, iX1, iX2, iX3, iX, Z1, Z8, 1M, 2002',
  ],
  Buick: ['', 'Regal, Riviera, Skylark'],
  BYD: [
    '',
    'Atto 2 = Ato 2, Atto 3 = Ato 3, Dolphin = Dolfin, Dolphin Surf, Han, Seal, Seal U, Sealion 7, Tang, e6, Sealion 6, Seal 6, ETP3',
  ],
  Cadillac: ['', 'ATS, BLS, CT6, CTS, DeVille, Eldorado, Escalade, Lyriq, SRX'],
  Chevrolet: [
    'Chevy',
    'Aveo, Camaro, Captiva, Corvette, Cruze, Epica, Kalos, Lacetti, Malibu, Matiz, Nubira, Orlando, Silverado, Spark, Suburban, Tahoe, Trax, Volt, Bel Air, Blazer, El Camino, Evanda, HHR, Impala, Rezzo, Tacuma, Trans Sport',
  ],
  Chrysler: [
    '',
    '300C, Crossfire, Grand Voyager, Neon, PT Cruiser, Sebring, Voyager, 300M, New Yorker, Saratoga, Stratus, Vision, Ypsilon',
  ],
  Citroën: [
    'Citrøen',
    'Berlingo = ë-Berlingo, C-Crosser, C-Elysée, C-Zero, C1, C2, C3 = ë-C3 = ec3, C3 Aircross, C3 Picasso, C3 Pluriel = Pluriel, C4 = ë-C4 = ec4, C4 X, C4 Cactus = Cactus = Kaktus = C4 Kaktus, C4 Aircross, C4 Picasso, C4 SpaceTourer, C5, C5 X, C5 Aircross, C6, C8, DS3, DS4, DS5, Grand C4 Picasso = C4 Grand Picasso = Grand Picasso = C4 Picasso Grand, Grand C4 SpaceTourer = C4 Grand SpaceTourer = Grand SpaceTourer, Jumper, Jumpy = ë-Jumpy, Nemo, Saxo = Sakso, SpaceTourer = ë-SpaceTourer, Xantia, Xsara, Xsara Picasso = Picasso, Ami, AX, BX, CX, XM, ZX, Evasion, C15, C25, 2CV, Dyane, Holidays',
  ],
  Cupra: ['', 'Ateca, Born, Formentor, Leon, Tavascan, Terramar'],
  Dacia: [
    '',
    'Dokker, Duster, Jogger, Lodgy, Logan = Logan MCV, Sandero = Sandero Stepway, Spring, Bigster, Solenza',
  ],
  Daewoo: ['', 'Espero, Evanda, Kalos, Lacetti, Lanos, Leganza, Matiz, Nexia, Nubira, Rezzo, Tacuma'],
  Daihatsu: [
    '',
    'Charade, Copen, Cuore, Materia, Move, Sirion, Terios, Trevis, YRV, Applause, Feroza, Gran Move = Grand Move, Hijet',
  ],
  Dodge: [
    '',
    'Avenger, Caliber, Challenger, Charger, Durango, Grand Caravan, Journey, Nitro, Ram = Ram 1500 = Ram 2500, Dakota, Magnum, Neon, Stratus, Viper',
  ],
  DS: ['DS Automobiles', '3, 3 Crossback, 4, 4 Crossback, 5, 7, 7 Crossback, 9'],
  Ferrari: [
    '',
    '296, 308, 328, 348, 360, 430, 458, 488, 812, California, F8, FF, Portofino, Roma, Testarossa, 355, 456, 512, 550, 575, 599, 612, Enzo, Mondial, Purosangue, SF90',
  ],
  Fiat: [
    '',
    '124 Spider, 500, 500C, 500e, 500L = 500L Living = 500L Wagon, 500X, 600, 600e, Abarth = Abarth 500 = Abarth 595 = Abarth 695, Bravo, Croma, Doblo = e-Doblo, Ducato = e-Ducato, Fiorino, Freemont, Grande Panda, Grande Punto, Idea, Multipla, Panda, Punto, Punto Evo, Qubo, Scudo = e-Scudo, Sedici, Seicento, Stilo, Talento, Tipo, Ulysse, 126, 127, 128, 850, Barchetta, Brava, Cinquecento, Coupe, Fullback, Linea, Marea, Palio, Regata, Ritmo, Strada, Tempra, Topolino, Uno',
  ],
  Fisker: ['', 'Karma, Ocean'],
  Ford: [
    '',
    'B-Max, C-Max = C-Maks, Capri, EcoSport, Edge, Escort, Explorer, F-150, F-250, Fiesta, Focus, Focus C-Max, Fusion, Galaxy = Galaksy, Grand C-Max = Grand C-Maks = C-Max Grand, Ka, Ka+ = Ka Plus, Kuga, Maverick, Mondeo, Mustang, Mustang Mach-E = Mach-E, Puma = Puma Gen-E, Ranger, S-Max = S-Maks, Sierra, StreetKa, Tourneo Connect = Grand Tourneo Connect, Tourneo Courier, Tourneo Custom, Transit = E-Transit, Transit Connect, Transit Courier = E-Transit Courier, Transit Custom = Transit Costum = Transit Custum, Aerostar, Bronco, Cougar, Crown Victoria, Econoline, Expedition, F-350, Flex, Granada, GT, Orion, Probe, Scorpio, Taunus, Taurus, Thunderbird, Windstar, Consul, Cortina, Anglia',
  ],
  Genesis: ['', 'G70, G80, GV60, GV70, GV80'],
  GMC: ['', 'Acadia, Sierra, Yukon'],
  Honda: [
    '',
    'Accord = Accord Tourer, Civic = Civic Tourer, CR-V, CR-Z, e, e:Ny1, FR-V, HR-V, Insight, Jazz, Jazz Crosstar, Legend, Prelude, S2000, ZR-V, Aerodeck, Concerto, Element, Integra, Logo, NSX, Pilot, Ridgeline, Shuttle, Stream, City',
  ],
  Hongqi: ['', 'E-HS9 = E HS9, EH7, EHS5, EHS7'],
  Hummer: ['', 'H1, H2, H3'],
  Hyundai: [
    '',
    'Accent, Atos = Atoz = Atos Prime, Bayon, Coupe, Elantra, Getz, H-1, i10, i20, i30, i40, Inster, Ioniq, Ioniq 5, Ioniq 6, Ioniq 9, ix20, ix35, ix55, Kona = Kona Electric, Matrix, Nexo, Santa Fe = Grand Santa Fe = Santa Fee, Sonata, Staria, Terracan, Tucson, Veloster, Galloper, Lantra, Pony, Trajet, H350, H100, Ioniq 3',
  ],
  Infiniti: ['', 'FX, G37, Q30, Q50, QX30, QX70'],
  Isuzu: ['', 'D-Max = D-Maks, Trooper, Rodeo, Campo, Midi'],
  Iveco: ['', 'Daily'],
  Jaecoo: ['', '5, 7'],
  Jaguar: [
    '',
    'E-Pace, E-Type, F-Pace, F-Type, I-Pace, S-Type, X-Type, XE, XF, XJ = XJL, XJ6, XJS, XK = XK8, XKR, XJ8, XJR, Mark II',
  ],
  Jeep: [
    '',
    'Avenger, Cherokee, Commander, Compass, Gladiator, Grand Cherokee, Patriot, Renegade, Wrangler = Wrangler Unlimited, CJ7, Liberty, Wagoneer',
  ],
  Kia: [
    '',
    "Carens, Carnival, Ceed = Ced = Cee'd SW = Ceed Sportswagon, ProCeed = Pro Ceed, XCeed, Cerato, EV2, EV3, EV4, EV5, EV6, EV9, Magentis, Niro, e-Niro, Optima, Picanto, Rio, Sorento, Soul, e-Soul, Sportage, Stinger, Stonic, Venga, Clarus, K2500, K2700, Opirus, Pregio, Pride, Retona, Sephia, Shuma, PV5, K4",
  ],
  Lada: ['', '1200, 1300, 2107, Niva, Samara, 110, 111, 112, Kalina, Granta, Vesta'],
  Lamborghini: ['', 'Aventador, Gallardo, Huracan, Urus'],
  Lancia: [
    '',
    'Delta, Musa, Ypsilon, Beta, Dedra, Fulvia, Kappa, Lybra, Phedra, Thema, Thesis, Voyager, Zeta',
  ],
  'Land Rover': [
    'Landrover, LR, Land Rower',
    'Range Rover = Rangerover = Range Rower, Range Rover Evoque = Evoque, Range Rover Sport = Range Rower Sport, Range Rover Velar = Velar, Defender, Discovery, Discovery Sport, Freelander',
  ],
  Leapmotor: ['', 'B10, C10, T03'],
  Lexus: ['Leksus', 'CT, ES, GS, IS, LBX, LC, LS, NX, RC, RX, RZ, SC, UX, LM, LX'],
  Lincoln: ['', 'Aviator, Continental, Mark, Navigator, Town Car'],
  Lotus: ['', 'Elan, Elise, Esprit, Europa, Seven, Eletre, Emira, Evora, Exige'],
  'Lynk & Co': ['Lynk, Lynk Co, Lynk&Co', '01, 02, 08'],
  Maserati: [
    '',
    'Ghibli, GranTurismo, Grecale, Levante, Quattroporte, 3200, 4200, Coupe, GranCabrio, MC20, Biturbo, Spyder',
  ],
  Maxus: [
    '',
    'eDeliver 3 = e-Deliver 3, eDeliver 9, Euniq 5, Euniq 6, Mifa 9, T90 = T90 EV, eDeliver 5, eDeliver 7, eTerron 9, EV80',
  ],
  Mazda: [
    '',
    '2, 3, 5, 6, 6e, 121, 323 = 323F = 323C, 626, BT-50 = BT50, CX-3, CX-30, CX-5, CX-60, CX-7, CX-80, CX-9, Demio, MX-3, MX-30, MX-5, Premacy, RX-7, RX-8, B2500, B2600, E2200, MPV, MX-6, Tribute, Xedos, 929, CX-6e',
  ],
  'Mercedes-Benz': [
    'Mercedes, MB, Merc',
    '190 = 190E = 190D = 190SL, AMG GT, CL, Citan = eCitan, CLA, CLC, CLE, CLK, CLS, EQA, EQB, EQC, EQE, EQS, EQT, EQV, G-Klasse, GL, GLA, GLB, GLC, GLE, GLK, GLS, ML = M-Klasse, R-Klasse, SL, SLC, SLK, Sprinter = eSprinter, V-Klasse, Vaneo, Viano, Vito = eVito, X-Klasse, A-Klasse, B-Klasse, C-Klasse, E-Klasse, S-Klasse, 190, MB100, Marco Polo, Maybach, T-Klasse, SLR, SLS = SLS AMG',
  ],
  MG: [
    '',
    '3, 4 = MG4 Electric, 5, HS, HS EHS, EHS, Marvel R, Cyberster, S5, ZS, ZS EV = ZS Electric, F = MGF, TF = MGTF, MGB, Midget, IM5, IM6, S6, MGA',
  ],
  MINI: [
    '',
    'Aceman, Cabrio, Clubman = Cooper Clubman = Cooper S Clubman = Cooper D Clubman = Cooper SD Clubman = Cooper SE Clubman = One Clubman = One D Clubman, Clubvan, Countryman = Cooper Countryman = Cooper S Countryman = Cooper D Countryman = Cooper SD Countryman = Cooper SE Countryman = One Countryman = One D Countryman, Coupe, Paceman = Cooper Paceman = Cooper S Paceman = Cooper D Paceman = Cooper SD Paceman = Cooper SE Paceman = One Paceman = One D Paceman, Roadster, Cooper SE, Cooper SD, Cooper S, Cooper D, Cooper, John Cooper Works = JCW, One D, One',
  ],
  Mitsubishi: [
    '',
    'ASX, Carisma, Colt, Eclipse Cross, Galant, Grandis, i-MiEV, L200, Lancer = Lanser = Lansar, Outlander = Outlander PHEV, Pajero = Pajero Pinin = Pajero Sport, Space Star, Space Wagon, 3000 GT, Attrage, Canter, Eclipse, L300, L400, Sigma, Space Gear, Space Runner',
  ],
  NIO: ['', 'EL6, EL7, EL8, ES6, ET5, ET7'],
  Nissan: [
    '',
    '350Z, 370Z, Almera = Almera Tino, Ariya, Cube, e-NV200 = e-NV200 Evalia, GT-R, Interstar, Juke, Leaf, Micra, Murano, Navara, Note, NV200, NV300, NV400, Pathfinder, Patrol, Pixo = Pikso, Primastar, Primera, Pulsar, Qashqai = Kashkai, Qashqai+2 = Quashqai+2 = Qashqai 2 = Qashqai Plus 2, Tiida, Townstar, X-Trail, 100NX, 200SX, 300ZX, Bluebird, Cherry, Evalia, King Cab, Maxima, Prairie, Sentra, Serena, Sunny, Terrano, Vanette, NP300, NT400, Kubistar',
  ],
  Omoda: ['', '5, 9'],
  Opel: [
    'Vauxhall',
    'Adam, Agila, Ampera, Ampera-e, Antara, Astra, Cascada, Combo = Combo-e = Combo Life, Corsa, Corsa-e, Crossland, Crossland X, Frontera, Grandland, Grandland X, GT, Insignia, Kadett, Karl = Karl Rocks, Manta, Meriva, Mokka, Mokka X, Mokka-e, Movano = Movano-e, Omega, Rocks-e, Signum, Tigra = Tigra TwinTop, Vectra, Vivaro = Vivaro-e, Zafira, Zafira Tourer, Zafira Life = Zafira-e Life, Ascona, Calibra, Campo, Commodore, Diplomat, Monterey, Monza, Rekord, Senator, Sintra, Speedster',
  ],
  Ora: ['GWM Ora', '03, Funky Cat'],
  Peugeot: [
    'Pegaut',
    '1007, 104, 106, 107, 108, 2008, e-2008, 204, 205, 206, 206+ = 206 Plus, 206 CC, 207, 207 CC, 208, e-208, 3008, e-3008, 301, 305, 306, 307, 307 CC, 308, 308 CC, e-308, 309, 4007, 4008, 404, 405, 406, 407, 408 = e-408, 5008, e-5008, 504, 505, 508, 605, 607, 807, Bipper, Boxer = e-Boxer, Expert = e-Expert = Ekspert, iOn, Partner = e-Partner = Partner Tepee, Rifter = e-Rifter, RCZ, Traveller = e-Traveller, 806, J5',
  ],
  Polestar: ['Pole Star', '1, 2, 3, 4, 5'],
  Pontiac: ['', 'Firebird, GTO, Trans Am'],
  Porsche: [
    '',
    '356, 718, 718 Boxster, 718 Cayman, 911 = 911 Carrera = 911 Turbo = 930 = 964 = 991 = 992 = 993 = 996 = 997, 924, 928, 944, 968, Boxster, Carrera GT, Cayenne, Cayman, Macan, Panamera, Taycan, 914, 959',
  ],
  RAM: ['', '1500, 2500'],
  Renault: [
    'Reno',
    '4 = R4 E-Tech = R4, 5 = R5 E-Tech = R5, Arkana, Austral, Avantime, Captur, Clio, Espace, Fluence, Grand Espace, Grand Modus, Grand Scenic = Megane Grand Scenic = Scenic Grand, Kadjar, Kangoo = Kangoo Express, Koleos, Laguna, Latitude, Master, Megane, Megane E-Tech, Modus, Rafale, Safrane, Scenic = Megane Scenic = Scenic E-Tech, Symbioz, Talisman, Thalia, Trafic, Twingo, Twizy, Vel Satis, Wind, Zoe = Zooe, 9, 11, 16, 18, 19, 20, 21, 25, Express, Fuego, Alaskan, Mascott',
  ],
  'Rolls-Royce': [
    'Rolls Royce',
    'Cullinan, Ghost, Phantom, Silver Shadow, Wraith, Corniche, Dawn, Silver Cloud, Silver Spirit, Silver Spur, Spectre',
  ],
  Rover: [
    '',
    '25, 45, 75, 200, 214, 216, 400, 414, Streetwise, 111, 114, 218, 220, 416, 418, 420, 600, 618, 620, 800, 820, 827',
  ],
  Saab: ['', '9-3 = 9.3, 9-5 = 9.5, 9-7X, 90, 96, 99, 900, 9000, 9-4X'],
  Seat: [
    '',
    'Alhambra, Altea, Altea XL, Arona, Arosa, Ateca, Cordoba, Exeo, Ibiza, Leon, Mii, Tarraco, Toledo, Inca, Malaga, Marbella',
  ],
  Seres: ['', '3'],
  Škoda: [
    '',
    'Citigo = Citigo-e, Elroq, Enyaq, Enyaq Coupe = Enyaq iV Coupe = Enyaq Coupe RS, Fabia, Favorit, Felicia, Kamiq, Karoq, Kodiaq, Octavia, Rapid = Rapid Spaceback, Roomster, Scala, Superb, Yeti, 105, 120, 130, Forman, Epiq',
  ],
  Skywell: ['', 'ET5'],
  Smart: ['', '#1, #3, Forfour = EQ Forfour, Fortwo = City-Coupe = EQ Fortwo, Roadster, #5, Crossblade'],
  SsangYong: [
    'KGM, Ssang Yong',
    'Actyon, Korando, Kyron, Musso, Rexton, Rodius, Tivoli = Tivoli Grand, Torres, XLV',
  ],
  Subaru: [
    '',
    'BRZ, Crosstrek, Forester, Impreza = Impreza WRX, Justy, Legacy, Levorg, Outback, Solterra, Trezia, WRX, XV, Leone, Libero, SVX, Tribeca, Vivio',
  ],
  Suzuki: [
    '',
    'Across, Alto, Baleno, Celerio, Grand Vitara, Ignis, Jimny, Kizashi, Liana, S-Cross, SX4, SX4 S-Cross = SX4 Cross, Splash, Swace, Swift, Vitara, Wagon R+ = Wagon R, Cappuccino, Carry, e Vitara, Samurai, Super Carry, X-90',
  ],
  Tesla: ['', 'Cybertruck, Model 3 = M3 = 3, Model S, Model X, Model Y, Roadster'],
  Toyota: [
    '',
    'Auris, Avensis, Avensis Verso, Aygo, Aygo X, bZ4X, C-HR, C-HR+, Camry, Carina, Celica, Corolla, Corolla Cross, Corolla Verso, GR86 = GR 86, GT86 = GT 86, Hiace, Highlander, Hilux, iQ, Land Cruiser = Landcruiser, Mirai, MR2, Picnic, Previa, Prius, Prius+ = Prius Plus, Proace, Proace City, Proace Verso, RAV4, Starlet, Supra = GR Supra, Urban Cruiser, Verso, Verso-S, Yaris, Yaris Cross, Yaris Verso, GR Yaris, 4Runner, Corona, Cressida, Crown, Dyna, FJ Cruiser, Liteace, Paseo, Sienna, Tacoma, Tercel, Tundra',
  ],
  VinFast: ['', 'VF 6, VF 8'],
  Volkswagen: [
    'VW, Folkevogn',
    'Amarok, Arteon, Beetle = The Beetle, Bora, Caddy, Caddy Maxi = Caddy Life Maxi, California, Caravelle, CC, Crafter = e-Crafter, Eos, e-Golf, e-Up, Fox, Golf = Cross Golf, Golf Alltrack = Golf Variant Alltrack, Golf Plus, Golf Sportsvan = Sportsvan = Golf Sports Van, Golf Variant = Golf Stationcar, Grand California, ID.3, ID.4, ID.5, ID.7, ID. Buzz = ID Bus, Jetta, Lupo, Multivan, New Beetle, Passat, Passat Alltrack = Passat Variant Alltrack, Passat CC, Passat Variant = Passat Stationcar, Phaeton, Polo = Cross Polo = Polo Cross, Scirocco, Sharan, T-Cross, T-Roc, Taigo, Tayron, Tiguan, Tiguan Allspace, Touareg, Touran = Cross Touran, Transporter = e-Transporter, T4, T5, T6, Up!, Vento, 181, 1200, 1300, 1302, 1303, 411, Corrado, Derby, Karmann Ghia, LT, Taro',
  ],
  Volvo: [
    '',
    '240, 340, 440, 460, 480, 740, 760, 780, 850, 940, 960, Amazon, C30, C40 = C40 Recharge, C70, EC40, ES90, EX30, EX40, EX90, P1800, PV, S40, S60, S70, S80, S90, V40, V40 Cross Country = V40 CC, V50, V60, V60 Cross Country = V60 CC, V70, V90, V90 Cross Country = V90 CC, XC40 = XC40 Recharge, XC60, XC70, XC90, S60 Cross Country = S60 CC, 140, 142, 144, 145, 164, 244, 245, 264, 265, 343, 345, 360, 744, 745, 764, 944, 945, 965, 121, 122, 123, PV444, PV544, Duett',
  ],
  Voyah: ['', 'Free'],
  Xpeng: ['', 'G6, G9, P5, P7, X9, G3'],
  Zeekr: ['', '001, 7X, X'],
};

/**
 * Makes that are seldom sold: classics since 1960, microcars, and makes that are new here. A title has to name such a make
 * in full: its models alone ("Avenger", "408") and words near its name mean a common make.
 */
export const rareMakeRows: MakeRows = {
  Aion: ['GAC Aion', 'V, UT, Y Plus'],
  Aixam: ['', 'City, Coupe, Crossline, Crossover, Scouty, Minauto, Mega'],
  Alvis: ['', 'TD 21, TE 21'],
  Austin: [
    '',
    'Mini, Allegro, Maxi, Metro, Maestro, Montego, Princess, A35, A40, A55, A60, 1100, 1300, 1800, Cambridge',
  ],
  'Austin-Healey': ['Austin Healey', '3000, 100, Sprite'],
  Autobianchi: ['', 'A112, Y10'],
  BAIC: ['', 'Beijing 5, Beijing 7, X55'],
  Borgward: ['', 'Isabella, BX7'],
  Casalini: ['', 'M12, M14, M20'],
  Caterham: ['', 'Seven, Super Seven'],
  Changan: ['Deepal, Changan Deepal', 'S05 = Deepal S05, S07 = Deepal S07, E07, L07'],
  Chatenet: ['', 'CH26, CH30, CH40, CH46, Barooder'],
  Chery: ['', 'Tiggo 4, Tiggo 7, Tiggo 8'],
  DAF: ['', '33, 44, 46, 55, 66'],
  Daimler: ['', 'Double Six, Sovereign, Super Eight'],
  Datsun: ['', '240Z, 260Z, 280Z = 280ZX, 120Y, 100A, 120A, 140J, 160J, 180B, Bluebird, Cherry, Sunny, 1200'],
  DeLorean: ['De Lorean', 'DMC-12'],
  Denza: ['', 'Z9 GT, D9'],
  DKW: ['', 'Junior, F102, Munga'],
  Dongfeng: ['DFSK', 'Box, Shine, Mage, Huge, Seres 3, Nammi 01'],
  Elaris: ['', 'Beo, Dyo, Finn, Caro'],
  Firefly: ['', 'EV'],
  Forthing: ['', 'Friday, T5, S7'],
  GWM: ['Great Wall', 'Wey 03, Wey 05, Steed, Hover'],
  Haval: ['', 'H6, Jolion'],
  Hillman: ['', 'Avenger, Hunter, Imp, Minx'],
  Ineos: ['', 'Grenadier, Grenadier Quartermaster = Quartermaster'],
  Innocenti: ['', 'Mini, Elba'],
  Invicta: ['', 'Metro'],
  Jensen: ['', 'Interceptor'],
  KTM: ['', 'X-Bow'],
  Ligier: ['', 'JS50 = JS 50, JS60 = JS 60, X-Too, IXO, Myli, Pulse 4'],
  Mahindra: ['', 'Scorpio, XUV500, Goa'],
  Matra: ['', 'Bagheera, Murena, Rancho'],
  Maybach: ['', '57, 62'],
  McLaren: [
    'Mc Laren, Maclaren',
    '540C, 570S = 570, 570GT, 600LT, 620R, 650S = 650, 675LT, 720S = 720, 750S, 765LT, 12C = MP4-12C, Artura, GT, GTS, P1, Senna',
  ],
  Messerschmitt: ['', 'KR200, KR175'],
  Microcar: ['', 'M.Go = MGo, Due, Virgo, M8, MC1, MC2'],
  Microlino: ['', 'Dolce, Competizione, Lite, Spiaggina'],
  Mobilize: ['', 'Duo, Bento'],
  Morgan: ['', 'Plus Four = Plus 4, Plus Six, Plus 8, Super 3, 3 Wheeler, Roadster, Aero 8'],
  Morris: ['', 'Minor, Mini, Marina, Mascot, Oxford, 1000, 850, 1100, Ital'],
  Moskvitch: ['Moskvich', '408, 412, 2140, 2141'],
  NSU: ['', 'Prinz, Ro 80 = Ro80'],
  Oldsmobile: ['', '88, 98, 442, Cutlass, Toronado, Silhouette'],
  Packard: ['', 'Clipper, Patrician'],
  Panhard: ['', 'PL 17, 24'],
  Plymouth: ['', 'Barracuda, Belvedere, Fury, Prowler, Road Runner, Valiant, Voyager'],
  Proton: ['', 'Persona, 415, 418, Gen-2'],
  Reliant: ['', 'Robin, Scimitar'],
  Saturn: ['', 'Ion, Sky, Vue'],
  Simca: ['', '1000, 1100, 1300, 1301, 1307, 1308, 1500, 1501, Aronde, Horizon'],
  Singer: ['', 'Gazelle, Chamois'],
  Studebaker: ['', 'Avanti, Champion, Commander, Hawk, Lark'],
  Sunbeam: ['', 'Alpine, Rapier, Tiger, Imp'],
  Talbot: ['', 'Horizon, Samba, Solara, Alpine, Simca, Tagora, 1510'],
  Tata: ['', 'Indica, Safari, Telcoline'],
  Tatra: ['', '603, 613, 700'],
  Tazzari: ['', 'Zero'],
  Think: ['', 'City'],
  Trabant: ['', '600, 601, P50'],
  Triumph: [
    '',
    'Spitfire, Stag, Herald, Vitesse, Dolomite, GT6, TR2, TR3 = TR3A, TR4 = TR4A, TR5, TR6, TR7, TR8, 1300, 2000, 2500',
  ],
  TVR: ['', 'Chimaera, Cerbera, Griffith, Tuscan, Sagaris, Tamora'],
  UAZ: ['', '469, Hunter, Patriot'],
  Volga: ['GAZ', 'M21, M24'],
  Wartburg: ['', '311, 312, 353'],
  Willys: ['', 'Jeep, MB'],
  Wolseley: ['', 'Hornet, 1300, 1500'],
  XEV: ['', 'Yoyo'],
  Yugo: ['Zastava', '45, 55, 65, Koral, 101, 750'],
};
