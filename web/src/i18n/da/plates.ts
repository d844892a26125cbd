export const check = {
  title: 'Hvad er den værd?',
  lead: 'Skriv nummerpladen. Vi slår bilen op i motorregistret og sammenligner med markedet. Skriver du en pris, vurderer vi også den.',
  plate: 'Nummerplade',
  plateHint: 'Som den står på bilen: AB 12 345.',
  priceHint: 'Lad den stå tom for at vurdere din egen bil eller en, du ikke har en pris på.',
  price: 'Pris i kroner',
  mileage: 'Kilometertal',
  mileageHint: 'Lad feltet stå tomt, hvis du ikke kender det. Så er vurderingen mere usikker.',
  submit: 'Vurdér bilen',
  cost: 'Bruger én import. Du kan prøve mindst tre priser på samme nummerplade inden for et døgn.',
  private: 'Ingen andre kan se, hvad du skriver, og bilen kommer ikke på nogen liste.',
  result: 'Bilen',
  onListTitle: 'Bilen er på listen',
  onListPrice: (price: string, deal: string) => `Annoncen: ${price} · Vurderingen på listen: ${deal}.`,
  otherPrice: (price: string) => `Du skrev ${price}: Vurderingen herunder gælder den pris.`,
  /** Of a locked car, whose typed values are not repeated. */
  typedPrice: 'Vurderingen herunder gælder den pris og det kilometertal, du skrev.',
  otherMileage: (typed: string, ad: string | null) =>
    `Du skrev ${typed}${ad === null ? ', og annoncen nævner intet kilometertal' : `, og annoncen siger ${ad}`}: Værdien herunder gælder det, du skrev.`,
  lockedTitle: 'Det er et kup',
  lockedText:
    'Prisen ligger klart under markedet; bilens stand er ikke vurderet. Hvor meget og hvorfor kan du se med Premium.',
  visitor: 'Du kan prøve et par gange om dagen uden konto. Med en gratis konto kan du slå flere biler op.',
  valueTitle: 'Hvad den er værd',
  value: (low: string, high: string) => `Sådan en bil udbydes som regel til mellem ${low} og ${high}`,
  roughValue: (low: string, high: string) =>
    `Lignende biler er prissat meget forskelligt: groft regnet ${low} til ${high}`,
  asking:
    'Det er udbudspriser, og bilens stand er ikke vurderet. Hvad biler bliver solgt for, bliver ikke offentliggjort.',
  valueLocked: 'Markedsværdien og dens interval hører til Premium.',
  noValue: {
    too_old: 'Bilen er mere end 25 år gammel; samlerpriser følger andre regler.',
    few_comparables: 'Vi har set for få lignende biler til at vurdere den.',
    small_pool: 'Vi har endnu ikke set nok biler til at kende markedet.',
    missing_make_model_year:
      'Registret oplyser ikke mærke, model og årgang, så der er intet at sammenligne med.',
  },
  offTitle: 'Kan ikke bruges her',
  offText: 'Der er ikke forbindelse til motorregistret fra denne installation.',
};

export const checkFile = {
  title: 'En fil med biler',
  about:
    'Med Premium kan du få vurderet op til 500 biler på én gang. Vælg en CSV-fil, som ethvert regneark kan gemme den: en kolonne med nummerplader og gerne en med priser og en med kilometertal. Filen læses, men gemmes ikke.',
  choose: 'Vælg en CSV-fil',
  save: 'Gem svaret (CSV)',
  working: (done: number, total: number) =>
    total === 0 ? 'Læser filen …' : `${done} af ${total} vurderet …`,
  done: (valued: number, total: number) => `${valued} af ${total} vurderet.`,
  columns: {
    line: 'Linje',
    car: 'Bil',
    price: 'Pris',
    market: 'Markedsværdi',
    gap: 'Forskel',
    days: 'Dage til salg',
    note: 'Se på',
  },
};

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
