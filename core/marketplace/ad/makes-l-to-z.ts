import type { MakeRows } from './make-rows.ts';

/** The makes from L to Z; how a row is read stands in `make-rows.ts`. */
export const makesLToZ: MakeRows = {
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
  Lincoln: ['', 'Continental, Navigator, Town Car'],
  Lotus: ['', 'Elise, Eletre, Emira, Evora, Exige'],
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
    'AMG GT, CL, Citan = eCitan, CLA, CLC, CLE, CLK, CLS, EQA, EQB, EQC, EQE, EQS, EQT, EQV, G-Klasse, GL, GLA, GLB, GLC, GLE, GLK, GLS, ML = M-Klasse, R-Klasse, SL, SLC, SLK, Sprinter = eSprinter, V-Klasse, Vaneo, Viano, Vito = eVito, X-Klasse, A-Klasse, B-Klasse, C-Klasse, E-Klasse, S-Klasse, 190, MB100, Marco Polo, Maybach, T-Klasse, SLR, SLS = SLS AMG',
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
    '356, 718, 718 Boxster, 718 Cayman, 911 = 911 Carrera = 911 Turbo, 924, 928, 944, 968, Boxster, Carrera GT, Cayenne, Cayman, Macan, Panamera, Taycan, 914, 959',
  ],
  RAM: ['', '1500, 2500'],
  Renault: [
    'Reno',
    '4 = R4 E-Tech = R4, 5 = R5 E-Tech = R5, Arkana, Austral, Avantime, Captur, Clio, Espace, Fluence, Grand Espace, Grand Modus, Grand Scenic = Megane Grand Scenic = Scenic Grand, Kadjar, Kangoo = Kangoo Express, Koleos, Laguna, Latitude, Master, Megane, Megane E-Tech, Modus, Rafale, Safrane, Scenic = Megane Scenic = Scenic E-Tech, Symbioz, Talisman, Thalia, Trafic, Twingo, Twizy, Vel Satis, Wind, Zoe = Zooe, 9, 11, 16, 18, 19, 20, 21, 25, Express, Fuego, Alaskan, Mascott',
  ],
  'Rolls-Royce': ['Rolls Royce', 'Cullinan, Ghost, Phantom, Silver Shadow, Wraith'],
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
  Tesla: ['', 'Cybertruck, Model 3 = M3, Model S, Model X, Model Y, Roadster'],
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
