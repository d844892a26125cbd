export const plateOfCar = {
  type: 'Type the plate',
  correct: 'Correct the plate',
  back: 'Take it back',
  byMe: 'Typed by you, shown to you alone',
  byPeople: 'Typed by several readers',
  title: 'The plate of this car',
  lead: 'The vehicle register is asked about it, and this page shows you what it says. Others see nothing of it, unless they type the same plate.',
  label: 'Number plate',
  hint: 'As it is on the car: AB 12 345.',
  submit: 'Ask the register',
  confirm: 'It is this car',
  differs: (plate: string, car: string) =>
    `According to the register, ${plate} belongs to another car${car ? `: ${car}` : ''}. Check what you typed. If it really is on this car, you can keep it for yourself.`,
  typed: 'Plate kept',
  takenBack: 'Plate taken back',
};
