import type { MakeRows } from './make-rows.ts';

/** The makes from A to K; how a row is read stands in `make-rows.ts`. */
export const makesAToK: MakeRows = {
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
};
