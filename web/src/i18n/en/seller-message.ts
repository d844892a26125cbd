/** Questions to a seller, each for something to clear up. They ask and never accuse. */
export const sellerMessage = {
  greeting: 'Hi',
  interest: (title: string, price: string | null) =>
    `I am interested in your ${title}${price === null ? '' : ` (${price})`}. Is it still for sale?`,
  questions: {
    papers: 'Is there anything in the car’s papers that I should know before we meet?',
    model: 'Which model and year does the registration certificate say?',
    mileage: 'What does the odometer show today, and are there invoices with mileages on them?',
    owners: 'How many owners has it had?',
    inspection: 'When was it last inspected, and were there any remarks?',
    faults: 'Have the faults from the last inspection been repaired, and is there an invoice?',
    registered: 'Is it registered at the moment, or must it be inspected first?',
    leasing: 'Is it leased, and is the registration tax paid in full?',
    debt: 'Is there any debt or reservation of title on it, and is it paid off with the sale?',
    imported: 'Do you have the papers from the import?',
    use: 'What has it been used for, and how was it serviced?',
    stood: 'Has it stood still for a longer time?',
    recall: 'Was the recall carried out at a workshop?',
    price: 'What do you ask for it in all, with tax and VAT?',
    defect: 'What is wrong with it, and has a workshop looked at it?',
    plate: 'What is the number plate?',
    battery: 'Has the battery’s health been measured?',
    service: 'Is the service book complete, and when was the last service?',
  },
  visit: 'When could I come and see it?',
  end: 'Best regards',
};
