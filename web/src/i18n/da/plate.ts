export const plateOfCar = {
  type: 'Skriv nummerpladen',
  correct: 'Ret nummerpladen',
  back: 'Fjern min nummerplade',
  byMe: 'Skrevet af dig, vises kun til dig',
  byPeople: 'Skrevet af flere læsere',
  title: 'Bilens nummerplade',
  lead: 'Vi slår den op i motorregistret, og siden viser dig, hvad det siger. Andre ser det ikke, medmindre de skriver den samme nummerplade.',
  label: 'Nummerplade',
  hint: 'Som den står på bilen: AB 12 345.',
  submit: 'Slå op i registret',
  confirm: 'Det er denne bil',
  differs: (plate: string, car: string) =>
    `Ifølge registret hører ${plate} til en anden bil${car ? `: ${car}` : ''}. Tjek det, du skrev. Sidder den alligevel på denne bil, kan du beholde den for dig selv.`,
  typed: 'Nummerpladen er gemt',
  takenBack: 'Nummerpladen er fjernet igen',
};
