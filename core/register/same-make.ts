/** Names under which sellers and the register write the same make, folded; longer forms ("Tesla Motors") need no entry. */
const aliases: Readonly<Record<string, string>> = {
  vw: 'volkswagen',
  mb: 'mercedes',
  merc: 'mercedes',
  rangerover: 'landrover',
  chevy: 'chevrolet',
};

/** Whether two spellings name one make: "VW" and "VOLKSWAGEN", "Citroën" and "CITROEN", "Mercedes" and "MERCEDES-BENZ". */
export function isSameMake(a: string, b: string): boolean {
  const [one, other] = [foldMake(a), foldMake(b)];
  if (one.length < 2 || other.length < 2) return one === other;
  return one.startsWith(other) || other.startsWith(one);
}

function foldMake(make: string): string {
  const folded = make
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return aliases[folded] ?? folded;
}

/** Whether two spellings name one model; a register's longer name ("OCTAVIA COMBI") contains the ad's. */
export function isSameModel(a: string, b: string): boolean {
  const [one, other] = [foldMake(a), foldMake(b)];
  return one.includes(other) || other.includes(one);
}
