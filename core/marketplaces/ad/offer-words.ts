/** How a price is said to lack something. */
const without =
  'ekskl, eksl, excl, exkl, ex, eks, exclusive, exclusive of, eksklusiv, eksklusive, exklusive, u, uden, utan, uten, ohne, plus, +, zzgl';
/** Each of these words before each of those. */
const each = (before: string, behind: string): string =>
  before
    .split(', ')
    .flatMap((word) => behind.split(', ').map((other) => `${word} ${other}`))
    .join(', ');

/** How what a price lacks is said to come on top of it. */
const onTop =
  'tillægges, tilkommer, kommer oveni, kommer i tillæg, lægges oveni, mangler, skal betales, ikke betalt, er ikke betalt, ej betalt, ikke inkluderet, er ikke inkluderet, er ikke inkl, ikke medregnet, er ikke medregnet, er ikke indregnet, er ikke med i prisen, not paid, not included';
const broken =
  'gået, er gået, død, er død, er stået af, røget, er røget, færdig, er færdig, sprunget, er sprunget, knækket, er knækket, banker';
const breakable =
  'motor, motoren, gearkasse, gearkassen, kobling, koblingen, tandrem, tandremmen, knastkæde, kæden, toppakning, toppakningen';

/**
 * What an ad offers, by the words for it; `claim-words.ts` says how words are written (`anyOf`). A word is added to one row
 * here and nowhere else. Danish first, then Swedish, Norwegian, German, English and Dutch.
 */
export const offerWords = {
  lease:
    'leas*, privatleas*, flexleas*, splitleas*, erhvervsleas*, minileas*, sæsonleas*, månedlig ydelse, månedlig leje, månedlig betaling, månedspris*, mdl, mtl, leie avtale',
  /** Words of a contract for this car, which no dealer writes under a car for sale. */
  contract:
    'leasingydelse*, førstegangsydelse*, gangs ydelse*, leasingpris*, leasingperiode*, leasingaftale*, flexleas*, privatleas*, splitleas*, erhvervsleas*, minileas*, overtag leas*, overtagelse af leas*, overtag min leas*, leasingkontrakt*, restværdi*, sonderzahlung, leasingrate',
  rent: 'til leje, lej, leje af, billeje, udlejes, udlejer, udlejning, biludlejning, uthyres, uthyrning, til leie, leies ut, utleie, for hire, for rent, to rent, rental, zu vermieten, vermietung, mieten, te huur, verhuur, lejes ud, korttidsleje, månedsleje, abonnement, bilabonnement',
  /** A car that is driven for others on their day. */
  hiredDrive:
    'bryllupsbil, bryllupskørsel, bryllupskørsler, limousinekørsel, chaufførkørsel, veterankørsel, wedding car, hochzeitsauto, bröllopsbil, bryllupskjøring, trouwauto',
  financing:
    'finansier*, lån, billån, kredit, afbetal*, afdrag*, udbetaling*, rente, rentefri, ydelse fra, månedsydelse, finance, financing, financiering, finanzier*, avbetal*, tilbyder, mulighed for, rådgivning, andre biler, øvrige biler, eksempel*',
  /** What is paid again and again for every car. */
  upkeep:
    'ejerafgift*, vægtafgift*, forsikring*, skat, afgift, skattekr*, fordonsskatt, kaskoforsikring, brændstof, vejhjælp, opladning, elabonnement, service*, versicherung, steuer, insurance, tax, parkering, abonnementet, strøm',
  wanted:
    'købes, efterlyses, køb af biler, køb af din bil, salg af din bil, køb og salg af, om nogen sælger, om nogen har, opkøbes, opkøb, bilopkøb*, autoopkøb, betaler kontant, efterspørges, eftersøges, önskas köpa, søges, söks, ønskes, opkøber, køpes, köpes, sökes, kjøpes, søkes, gesucht, ankauf, autoankauf, gezocht, gevraagd, wanted, wtb, we buy, buying all, bought for cash, vi henter din bil, vi køber, jeg køber, vi köper, vi kjøper, wir kaufen, inkoop, du vil af med, du vil sælge, du gerne vil sælge, du gerne vil af med, i vil sælge, skrotbil* hentes, skrotbil* afhentes, vil du sælge, skal du sælge, sælg din bil, din gamle bil, din brugte bil, solgt din bil, skrotpræmie, af med din bil, tilbud på din bil, pris på din bil, byd på din bil, vurdering af din bil, for din bil, for din gamle bil',
  wantedAtStart:
    'køber, ønsker at købe, ønsker å kjøpe, ønsker mig, vil købe, vil gerne købe, mangler en, mangler et, søger, leder efter, på udkig efter, på jakt efter, på jagt efter, letar efter, vill köpa, köper, söker, kjøper, søker, ser efter, suche, kaufe, zoek, looking for, looking to buy, iso, want to buy, efterlyses, efterlyser, nogen der har, nogen som har, nogen der sælger, nogen som sælger, nogen der vil af med, hvem har, hvem sælger, hvem vil sælge, seeking, in search of, ønsker at erhverve, ønsker at anskaffe, undertegnede ønsker at erhverve, kan nogen undvære, hvem kan undvære, hvem vil af med',
  sold: 'solgt, handlet, såld, sålt, sold, verkauft, verkocht',
  reserved:
    'reserveret, reserverad, reservert, reserviert, reserved, gereserveerd, sale pending, pending, handel i gang, handel indgået, er reserveret',
  exVat: `${each(without, 'moms, vat, mva, mwst, ust, btw')}, ${each('moms, momsen, mva, mwst', onTop)}, ${each('hertil kommer, dertil kommer', 'moms, mva')}, + 25% moms, + 25 % moms, no vat included, zzgl 19% mwst, + 19% mwst, netto pris, nettopreis, € netto, eur netto, euro netto`,
  exTax: `${each(`${without}, mangler, mangler at betale, ikke betalt, ej betalt`, 'afgift, afgifter, reg afgift, registreringsafgift, dansk afgift, danske afgifter, dansk reg afgift, dansk registreringsafgift, dk afgift, told og afgift, registration tax, danish registration tax, avgift')}, ${each('afgift, afgiften, registreringsafgift, registreringsafgiften, reg afgift, tax', onTop)}, ${each('hertil kommer, dertil kommer', 'afgift, registreringsafgift, reg afgift')}, ${each('ingen, ej, ikke', 'afgift betalt, dansk afgift betalt, dk afgift betalt, registreringsafgift betalt, reg afgift betalt')}, ikke afgiftsbetalt, ikke afgiftsberigtiget, uberigtiget, tolddepot, ohne zulassungssteuer, without registration tax, without tax, without danish tax, prisen er uden plader og afgift, før afgift, før dansk afgift, før reg afgift, før registreringsafgift, before tax, före skatt`,
  taxFree: 'afgiftsfri, avgiftsfri, tax free',
  export: 'export, eksport, eksportbil, eksportpris',
  wholesale: 'engros, engrospris, wholesale, kun til forhandlere, händlerverkauf, trade only',
  forParts:
    'partering, parteringsbil, partout, part out, dele sælges, parteres, parter ud, slagtes, slagtebil, sælges i stumper, til reservedele, som reservedele, til ophug, til ophugning, som donor, til skrot, til dele, som dele, reservedelsbil, donorbil, ophugges, skrotbil, for parts, parts only, for spares, säljes i delar, reservdelsbil, som delebil, tages fra hinanden, til delesalg, deles ut, til deler, als ersatzteilspender, ersatzteilträger, zum ausschlachten, schlachtfest, voor onderdelen, spares or repair, slaktas, skrotas, sælges i reservedele, i dele, sælges i løsdele, being stripped, now stripping, reservedelsvogn',
  /** Words for taking a car apart that also say other things: only beside its name, or alone. */
  breaksUp: 'breaking, parterer, skiller, slagter, ophugger, ophug, hugger, hugges, skrottes, skrotter',
  /** What may stand before a car's name in its title. */
  ofWholeCar:
    'sælger, sælges, til salg, selges, säljes, säljer, verkaufe, for sale, te koop, min, mit, vores, my, flot*, pæn*, fin*, god, godt, billig*, velholdt*, velkørende, lækker, fed, smart, sjov, lille, stor, gammel, gamle, gl, ældre, ny, nyere, nysynet, synet, sort, hvid, rød, blå, grå, grøn, gul, sølv, brun, dansk, klassisk, klassiker, sjælden, unik, original, defekt, skadet, kørende, kører, sporty, hurtig, nice, cheap, good, old, clean, schöner, guter, snygg*, gammal, billig, bra, pen, dejlig, skøn, super, driftsikker, økonomisk, håndværkertilbud, projekt, veteran, skrot',
  /** What an ad says of the state of its car. */
  defect: `defekt*, motorskade*, motor havari*, havareret, totalskad*, skadet bil, kørt galt, skadesbil*, reparationsobjekt*, projektbil*, starter ikke, starter ej, vil ikke starte, kan ikke køre, kan ikke starte, kører ikke, ikke køreklar, ${each(breakable, broken)}, ${each('røget, knækket, sprunget', breakable)}, ${each('motor, motoren, gearkasse, gearkassen', 'skal skiftes')}, håndværkertilbud, mekanikertilbud, not running, does not run, doesn t run, does not start, blown engine, salvage, startar inte, startar ej, går ej att starta, motorras, motorhaveri*, motorschaden, getriebeschaden, springt nicht an, unfallwagen, bastlerfahrzeug, starter ikkje, motorschade`,
  imported:
    'importeret, import fra, importbil, nyimporteret, tysk import, svensk import, norsk import, hollandsk import, belgisk import, usa import, hjemtaget fra, imported, importerad, importert',
  freshInspection:
    'nysynet, nysyn, nyt syn, lige synet, netop synet, frisk syn, nysynes, synes ved salg, freshly inspected, nybesiktigad, nybesiktad, nybes, tüv neu, neuer tüv, tüv frisch, ny eu kontroll, nieuwe apk',
  noInspection:
    'uden syn, ikke synet, usynet, skal synes, mangler syn, mangler et syn, sidste syn overskredet, sidste syn er overskredet, sidste synsdato overskredet, sidste synsdato er overskredet, ikke gået igennem syn, no inspection, ej besiktigad, obesiktigad, ohne tüv, tüv abgelaufen, zonder apk',
  noPlates:
    'uden plader, uden nummerplader, uden syn og plader, uden syn og nummerplader, uden syn eller plader, ingen plader, ingen nummerplader, er afmeldt, bilen afmeldt, afmeldt bil, p t afmeldt, no plates, no number plates, without plates, utan skyltar, avställd, ohne kennzeichen, abgemeldet, uten skilter, avskiltet, avregistrert',
  /** What is sold under a car's name and is no car, wherever it stands: for who collects. */
  aboutCars:
    'reservedele, bildele, brugte dele, used parts, begagnade delar, gebrauchte teile, spare parts, reservdelar, ersatzteile, onderdelen, brochure*, salgsbrochure*, instruktionsbog, instruktions bøger, *håndbog, haynes, plakat, nøglering*, emaljeskilt, kaffekop, lego, t shirt, kasket, kalender, miniature*, hot wheels, matchbox, corgi, tekno, siku, dinky toys, bburago, burago, majorette, minichamps, bobby car, playmobil, tamiya, traxxas, betriebsanleitung, bedienungsanleitung, prospekt, owners manual, workshop manual',
  otherVehicle:
    'motorcykel, *cykel, *båd, *trailer, *knallert, *scooter, *traktor, motorcykler, mc, knallert, knallerter, scooter, campingvogn, campinglet, autocamper, autocampere, motorhome, mobilhome, mobile home, camper, biltrailer, hestetrailer, bådtrailer, autotrailer, trailer, anhænger, påhængsvogn, påhængsmotor, påhængsmotorer, udenbordsmotor, utombordare, utenbordsmotor, aussenborder, outboard, plæneklipper, plænetraktor, havetraktor, havefræser, traktor, gaffel truck, truck, minigraver, gravemaskine, rendegraver, gummiged, læssemaskine, mejetærsker, lastbil, lastvogn, sættevogn, båd, motorbåd, speedbåd, jolle, sejlbåd, jetski, vandscooter, snescooter, snowmobil, hoppeborg, atv, quad, utv, crosser, dirtbike, cykel, ladcykel, elcykel, el løbehjul, løbehjul, gokart, golfbil, golfvogn, teltvogn, combi camp, bike, bicycle, motorcycle, motorbike, moped, caravan, boat, tractor, lawn mower, forklift, husbil, husvagn, husbilar, wohnmobil, wohnwagen, motorrad, roller, boot, bobil, campingbil, campingvogne, motorsykkel, båt, motorfiets, fiets, vrachtwagen, bromfiets, aanhanger, lkw, anhänger, fahrrad, kran, generator, højtryksrenser, kompressor til, rullestol, kabinescooter, mobilkran, dumper, bus til leje, elscooter, minibike, pitbike, sidevogn, veteranknallert, veteranmotorcykel, børnebil, barnebil, pedalbil, ride on, kinderauto, legetøjsbil, elbil til børn, el bil til børn, bil til børn, børne el bil, børne bil, barnevogn, klapvogn, trampolin, hoverboard, folkeracer, trædebil, trike, vandscootere, stiga, skurvogn, turistbus, rutebil, bybus, sitzrasenmäher, tilhenger, henger, släp, släpvagn, släpkärra, traktorgrävare',
  /** Those that are sold under the name of the car they are built on. */
  otherVehicleBehind:
    'pizzavogn, pølsevogn, foodtruck, salgsvogn, motorbåd, speedbåd, sejlbåd, jolle, elcykel, ladcykel, elscooter, til børn 12v, til børn 24v, autocamper, motorhome, mobilhome, mobile home, campingvogn, husbil, wohnmobil, bobil, campervan, hestetrailer, knallert, motorcykel, plæneklipper, lastbil, lastvogn, rc bil, fjernstyret, elbil til børn, el bil til børn, bil til børn, ride on, generator, påhængsmotor, havetraktor, traktor, sidevogn, børnebil, modelbil, campingbil, atv, bürstner, hymer, dethleffs, knaus, elnagh, weinsberg, carthago, chausson, rapido, eura mobil, carado, benimar, mclouis, rimor, pilote, roller team, pössl, veteranknallert, legetøjsbil, gummiged, minigraver, gravemaskine, rendegraver, læssemaskine, mejetærsker, gaffel truck, havefræser, plænetraktor, hestebil, kinderauto, skala 1, 1:18, 1:24, 1:43, 1:87',
  otherMake:
    'yamaha, mz, fordson, zetor, valtra, deutz fahr, case ih, bolinder munktell, kawasaki, ducati, harley, harley davidson, ktm, vespa, aprilia, husqvarna, royal enfield, moto guzzi, indian scout, indian chief, kymco, sym, piaggio zip, piaggio typhoon, piaggio vespa, piaggio beverly, piaggio mp3, piaggio liberty, piaggio ape, puch, puch maxi, tomos, hobby, fendt, new holland, kabe, caravelair, uttern, adria, knaus, dethleffs, bürstner, lmc, tabbert, hymer*, brenderup, variant trailer, mv agusta, nimbus, can am, polaris, cfmoto, benelli, gilera, derbi, zündapp, simson, kreidler, jawa, norton commando, bsa, buell, husaberg, gasgas, sherco, zontes, voge, super soco, tgb, linhai, brixton, keeway, daelim, hyosung, rieju, malaguti, volvo penta, evinrude, johnson, mariner, bayliner, scania, daf xf, daf cf, man tga, man tgx, man tgs, man tgl, sea doo, arctic cat, segway, ninebot, stihl, john deere, massey ferguson, claas, solifer, sprite, eriba, weinsberg, carthago, sunlight, rapido, chausson, laika, roller team, ifor williams, mercury påhængs*, tohatsu',
} as const;

/** What a price is paid for again and again, and the same as adverbs. */
export const periodWords =
  'md, mdr, mnd, måned, måneden, maand, månad, månaden, månader, manad, manaden, manader, maan, man, month, monat, uge, ugen, vecka, veckan, week, woche, dag, dagen, day, tag, døgn, dygn, uke';
export const byPeriodWords =
  'månedlig, manedlig, månadlig, mdl, mtl, monatlich, monthly, maandelijks, ugentlig, weekly, pw, pcm';

/** Models by which makes of cars name what is not a car. */
export const otherModels: readonly (readonly [make: RegExp, model: RegExp])[] = [
  [
    /\bhonda\b/,
    /\b(?:trx\s?\d+|cbr?\s?\d*\w*|cbf\s?\d*|vfr|vtr|crf|crm|nc\s?\d+\w?|nx\s?\d{3}|africa(?: twin)?|shadow|gold ?wing|gl\s?\d{3,4}|nt\s?\d+|st\s?1[13]00|vt\s?\d+\w?|vtx|xl\s?\d+\w*|xr\s?\d+\w*|cmx?\s?\d+|rebel|transalp|x-?adv|varadero|hornet|deauville|forza|pcx|sh\s?\d+i?|monkey|dax|msx|magna|valkyrie|fireblade|pan european|silver ?wing|vision 50|zoomer|camino|dominator|innova|slr|fmx|blackbird|super cub|cx\s?500|cl\s?\d{3}|eu\s?\d+i?|gx\s?\d{2,3}|hr[xgbr]\w*|izy|bf\s?\d+)\b/,
  ],
  [
    /\bbmw\b/,
    /\b(?:(?:r|k|f|g|s|c)\s?(?:\d{3,4}|18|nine ?t|1250|1300)\s?(?:gs|rt|rs|rr|xr|gt[l]?|lt|st|r|s|sport|cs|adventure|evolution|x)*|\d{3,4}\s?gs|gs\s?\d{3,4}|r nine ?t|ce\s?0[24])\b/,
  ],
  [
    /\bsuzuki\b/,
    /\b(?:gsx\S*|gsf?\s?\d+\w?|sv\s?\d*\w?|dl\s?\d+|gn\s?\d*|dr\s?\d*\w?|drz\S*|rmz?\s?\d+|rm|bandit|v-?strom|burgman|intruder|hayabusa|marauder|katana|boulevard|gladius|savage|tl\s?1000\w?|v[slz]\s?\d{3,4}|inazuma|address|van ?van|rf\s?\d{3}|df\s?\d+)\b/,
  ],
  [
    /\bpeugeot\b/,
    /\b(?:django|kisbee|speedfight|vivacity|tweet|ludix|trekker|elystar|satelis|metropolis|jet ?force|city ?star|v-?clic|belville|xp ?400|geopolis|pulsion)\b/,
  ],
  [
    /\btriumph\b/,
    /\b(?:bonneville|tiger|speed (?:triple|twin|master)|speedmaster|street (?:triple|twin)|daytona|thruxton|rocket|scrambler|thunderbird|trident|sprint st|america)\b/,
  ],
  [
    /\bvolvo\b/,
    /\b(?:penta|f[hlme]\s?\d{0,2}|fmx|fh\d*|f\d{2}|n\d{2}|l\s?\d{2,3}[a-h]|ec\s?(?!40\b)\d{2,3}|ew\s?\d{2,3}|bm)\b/,
  ],
  [/\bmercedes\b|\bmb\b/, /\b(?:actros|atego|axor|arocs|antos|econic|unimog)\b/],
  [/\biveco\b/, /\b(?:stralis|eurocargo|trakker|s-way)\b/],
  [/\brenault\b/, /\b(?:premium|magnum|midlum|kerax|range t)\b/],
  [/\bford\b/, /\bf[- ]?(?:hie|max)\b|\b(?:2000|3000|4000|5000) traktor\b/],
  [/\bfiat\b/, /\b(?:\d{2,3} ?dt|traktor)\b/],
];
