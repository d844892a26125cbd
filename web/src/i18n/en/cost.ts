export const cost = {
  title: 'What it costs to own',
  at: (km: string) => `For ${km} a year, at the rates and prices named below.`,
  month: 'Per month',
  threeYears: 'Three years',
  kind: {
    tax: 'Owner’s tax',
    energy: 'Energy',
    loss: 'Loss of value',
    insurance: 'Insurance',
    inspection: 'Inspection',
  },
  energy: { petrol: 'Petrol', diesel: 'Diesel', electricity: 'Electricity' },
  total: 'Total',
  totalKnown: 'Known costs',
  totalWithLoss: 'So far, if its value falls as estimated',
  atLeast: (amount: string) => `at least ${amount}`,
  missing: (kinds: string) => `Not included: ${kinds}.`,
  taxCharged: 'The amount in the vehicle register.',
  taxTable: (year: number) => `Danish Tax Agency’s legal guide, I.A.3.3, rates of ${year}.`,
  taxUnknown: 'We do not know the tax of this car.',
  energyFrom: (per100Km: string, price: string, source: string) =>
    `${per100Km} per 100 km according to the register, at ${price} (${source}).`,
  observed: (source: string, date: string) => `${source}, observed until ${date}`,
  ownPrice: 'your price',
  noEnergy: {
    unknown: 'We have no consumption from the register.',
    hybrid: 'We work this out only where we know which fuel a hybrid burns and that it cannot be charged.',
    plugin_hybrid: 'How often a plug-in hybrid is charged we do not know.',
    other_fuel: 'We have no price of its fuel.',
  },
  unit: { petrol: 'l', diesel: 'l', electricity: 'kWh' },
  lossFrom: (date: string, price: string, low: string, high: string, middle: string) =>
    `From the ${price} asked to about ${middle} in three years (between ${low} and ${high}), by our valuation of ${date}, if the market stays unchanged.`,
  lossNone: (date: string, price: string, low: string, high: string) =>
    `Between ${low} and ${high} in three years, by our valuation of ${date}, if the market stays unchanged. Our estimate within that range is at least the ${price} asked, so we count neither a loss nor a gain.`,
  lossLocked: 'Worked out from our own valuation.',
  lossUnlock: 'See the loss of value',
  lossUnknown: 'We cannot estimate the loss of value of this car.',
  insuranceOwn: 'Your own figure.',
  insuranceUnknown: 'Enter your own figure.',
  inspectionOn: (date: string, count: number) =>
    count === 1
      ? `Next by ${date}; one in these three years.`
      : `Next by ${date}; ${count === 2 ? 'two' : count} in these three years.`,
  inspectionOverdue: (date: string) => `Was due by ${date}: agree who pays before you buy.`,
  inspectionNone: (date: string) => `Next by ${date}, which is more than three years away.`,
  inspectionUnknown: 'We have no date from the register.',
  yours: 'Your figures',
  field: {
    km: 'Kilometres a year',
    insurance: 'Insurance, kr. a year',
    inspection: 'Inspection, kr. each time',
    petrol: 'Petrol, kr. a litre',
    diesel: 'Diesel, kr. a litre',
    electricity: 'Electricity, kr. a kWh',
  },
  kept: 'Kept on this device for the next car.',
};
