/** Names under which sellers and the register write the same make, folded. */
const aliases: Readonly<Record<string, string>> = {
  vw: 'volkswagen',
  mb: 'mercedes',
  merc: 'mercedes',
  mercedesbenz: 'mercedes',
  rangerover: 'landrover',
  chevy: 'chevrolet',
  alfa: 'alfaromeo',
  teslamotors: 'tesla',
  dsautomobiles: 'ds',
  bmwi: 'bmw',
};

/** Whether two spellings name one make: "VW" and "VOLKSWAGEN", "Citroën" and "CITROEN", "Mercedes" and "MERCEDES-BENZ". */
export function isSameMake(a: string, b: string): boolean {
  return foldMake(a) === foldMake(b);
}

function foldMake(make: string): string {
  const folded = make
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return aliases[folded] ?? folded;
}
