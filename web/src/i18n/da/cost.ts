export const cost: typeof import('../en/cost.ts').cost = {
  title: 'Hvad koster den at eje?',
  at: (km) => `Ved ${km} om året og med de satser og priser, der står nedenfor.`,
  month: 'Pr. måned',
  threeYears: 'Tre år',
  kind: {
    tax: 'Ejerafgift',
    energy: 'Energi',
    loss: 'Værditab',
    insurance: 'Forsikring',
    inspection: 'Syn',
  },
  energy: { petrol: 'Benzin', diesel: 'Diesel', electricity: 'Strøm' },
  total: 'I alt',
  totalKnown: 'Kendte udgifter',
  totalWithLoss: 'Foreløbig sum, hvis værdien falder som anslået',
  atLeast: (amount) => `mindst ${amount}`,
  missing: (kinds) => `Ikke medregnet: ${kinds}.`,
  taxCharged: 'Afgiften ifølge motorregistret.',
  taxTable: (year) => `Skattestyrelsen, Den juridiske vejledning I.A.3.3, satser for ${year}.`,
  taxUnknown: 'Vi kender ikke afgiften for denne bil.',
  energyFrom: (per100Km, price, source) =>
    `${per100Km} pr. 100 km ifølge registret, til ${price} (${source}).`,
  observed: (source, date) => `${source}, opgjort til og med ${date}`,
  ownPrice: 'din pris',
  noEnergy: {
    unknown: 'Vi har intet forbrug fra registret.',
    hybrid: 'Det regner vi kun ud, når vi ved, hvad en hybrid kører på, og at den ikke kan lades op.',
    plugin_hybrid: 'Hvor tit en plug-in hybrid bliver ladet op, ved vi ikke.',
    other_fuel: 'Vi har ingen pris på dens brændstof.',
  },
  unit: { petrol: 'l', diesel: 'l', electricity: 'kWh' },
  lossFrom: (date, price, low, high, middle) =>
    `Fra prisen på ${price} til omkring ${middle} om tre år (mellem ${low} og ${high}), efter vores vurdering fra ${date}, hvis markedet holder sig uændret.`,
  lossNone: (date, price, low, high) =>
    `Mellem ${low} og ${high} om tre år, efter vores vurdering fra ${date}, hvis markedet holder sig uændret. Vores skøn inden for det interval er mindst prisen på ${price}, så vi regner hverken med tab eller gevinst.`,
  lossLocked: 'Regnet ud fra vores egen vurdering.',
  lossUnlock: 'Se værditabet',
  lossUnknown: 'Vi kan ikke beregne værditabet for bilen.',
  insuranceOwn: 'Dit eget tal.',
  insuranceUnknown: 'Skriv dit eget tal.',
  inspectionOn: (date, count) =>
    count === 1
      ? `Næste gang senest ${date}; ét syn i løbet af de tre år.`
      : `Næste gang senest ${date}; ${count === 2 ? 'to' : count} syn i løbet af de tre år.`,
  inspectionOverdue: (date) => `Skulle være sket senest ${date}: Aftal, hvem der betaler, før du køber.`,
  inspectionNone: (date) => `Næste gang senest ${date}, altså om mere end tre år.`,
  inspectionUnknown: 'Vi har ingen dato fra registret.',
  yours: 'Dine tal',
  field: {
    km: 'Kilometer om året',
    insurance: 'Forsikring, kr. om året',
    inspection: 'Syn, kr. pr. gang',
    petrol: 'Benzin, kr. pr. liter',
    diesel: 'Diesel, kr. pr. liter',
    electricity: 'Strøm, kr. pr. kWh',
  },
  kept: 'Gemmes på denne enhed til den næste bil.',
};
