export const check = {
  title: 'What is it worth?',
  lead: 'Enter the number plate. We look the car up in the vehicle register and compare it with the market. With an asking price, we rate that too.',
  plate: 'Number plate',
  plateHint: 'As it stands on the car: AB 12 345.',
  price: 'Asking price in kroner',
  priceHint: 'Leave it empty to value your own car, or one you have no price for.',
  mileage: 'Mileage in kilometres',
  mileageHint: 'Leave it empty if you do not know it. The value is less certain then.',
  submit: 'Value this car',
  cost: 'Uses one import. You can then try at least three prices for this plate within 24 hours.',
  private: 'Nobody else sees what you type, and the car is not put on any list.',
  result: 'The car',
  onListTitle: 'This car is on the list',
  onListPrice: (price: string, deal: string) => `Its ad: ${price} · Its rating there: ${deal}.`,
  otherPrice: (price: string) => `The rating below is for the ${price} you typed.`,
  /** Of a locked car, whose typed values are not repeated. */
  typedPrice: 'The rating below is for the price and mileage you typed.',
  otherMileage: (typed: string, ad: string | null) =>
    `The value below is for the ${typed} you typed; ${ad === null ? 'the ad gives no mileage' : `the ad says ${ad}`}.`,
  lockedTitle: 'This is an amazing deal',
  lockedText:
    'It is priced clearly below the market; the car’s condition is not judged. By how much, and why, is part of Premium.',
  visitor:
    'You can try this a few times a day without an account. With a free account you can check more cars.',
  valueTitle: 'What it is worth',
  value: (low: string, high: string) => `Such a car is usually on sale for between ${low} and ${high}`,
  roughValue: (low: string, high: string) =>
    `Similar cars are priced very differently: roughly ${low} to ${high}`,
  asking:
    'These are asking prices, and the car’s condition is not judged. What cars sell for is not published.',
  valueLocked: 'The market value and its range are part of Premium.',
  noValue: {
    too_old: 'The car is older than 25 years; collectors’ prices follow other rules.',
    few_comparables: 'We have seen too few similar cars to value it.',
    small_pool: 'We have not seen enough cars yet to know the market.',
    missing_make_model_year:
      'The register does not say make, model and year, so there is nothing to compare it with.',
  },
  offTitle: 'Not available here',
  offText: 'No vehicle register is connected to this installation.',
};

export const checkFile = {
  title: 'A file of cars',
  about:
    'Premium values up to 500 cars at once. Choose a CSV file, as any spreadsheet saves it: a column of number plates and, if you like, one of prices and one of mileages. The file is read and not kept.',
  choose: 'Choose a CSV file',
  save: 'Save the answer (CSV)',
  working: (done: number, total: number) =>
    total === 0 ? 'Reading the file…' : `${done} of ${total} valued …`,
  done: (valued: number, total: number) => `${valued} of ${total} valued.`,
  columns: {
    line: 'Line',
    car: 'Car',
    price: 'Price',
    market: 'Market value',
    gap: 'Difference',
    days: 'Days listed',
    note: 'Look at',
  },
};

export const plateOfCar = {
  type: 'Type the plate',
  correct: 'Correct the plate',
  back: 'Remove my plate',
  byMe: 'Typed by you, shown to you alone',
  byPeople: 'Typed by several readers',
  title: 'The plate of this car',
  lead: 'We look it up in the vehicle register, and this page shows you what that says. Others do not see it, unless they type the same plate.',
  label: 'Number plate',
  hint: 'As it is on the car: AB 12 345.',
  submit: 'Ask the register',
  confirm: 'It is this car',
  differs: (plate: string, car: string) =>
    `According to the register, ${plate} belongs to another car${car ? `: ${car}` : ''}. Check what you typed. If it really is on this car, you can keep it for yourself.`,
  typed: 'Plate kept',
  takenBack: 'Plate removed',
};
