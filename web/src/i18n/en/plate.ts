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
