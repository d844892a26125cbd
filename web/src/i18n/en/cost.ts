export const cost = {
  title: 'What it costs to own',
  at: (km: string) => `Driven ${km} a year, at the rates and prices of today.`,
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
  total: 'Total of what is known',
  missing: (kinds: string) => `Not included: ${kinds}.`,
  taxCharged: 'As the vehicle register charges it.',
  taxTable: (year: number) => `Danish Tax Agency’s legal guide, I.A.3.3, rates of ${year}.`,
  taxUnknown: 'No published rate that we know covers this car.',
  energyFrom: (per100Km: string, price: string, source: string) =>
    `${per100Km} per 100 km according to the register, at ${price} (${source}).`,
  ownPrice: 'your price',
  energyUnknown: 'The register gives no consumption to work from.',
  unit: { petrol: 'l', diesel: 'l', electricity: 'kWh' },
  lossFrom: (date: string, now: string, low: string, high: string) =>
    `Our valuation of ${date}: ${now} now, ${low} to ${high} in three years, in the market of today.`,
  lossLocked: 'Worked out from our own valuation.',
  lossUnlock: 'See the loss of value',
  lossUnknown: 'Our own valuation has no figure for this car.',
  insuranceOwn: 'Your own figure.',
  insuranceUnknown: 'Type what yours would be.',
  inspectionOn: (date: string, count: number) =>
    count === 1
      ? `Due by ${date}, once in three years.`
      : `Due by ${date}, ${count === 2 ? 'twice' : `${count} times`} in three years.`,
  inspectionOverdue: (date: string) => `Was due by ${date}: agree who pays before you buy.`,
  inspectionNone: (date: string) => `Due by ${date}, which is more than three years away.`,
  inspectionUnknown: 'The register gives no date.',
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
