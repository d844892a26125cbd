const aliases: Record<string, string> = {
  vw: 'volkswagen',
  mercedes: 'mercedesbenz',
  landrover: 'landrover',
};

function fold(make: string): string {
  const plain = make
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return aliases[plain] ?? plain;
}

/** Whether two spellings name one make: "VW" and "Volkswagen", "SKODA" and "Škoda", "Mercedes" and "MERCEDES-BENZ". */
export function isSameMake(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

/** Whether two spellings name one model; a register's longer name ("OCTAVIA COMBI") contains the ad's. */
export function isSameModel(a: string, b: string): boolean {
  const [x, y] = [fold(a), fold(b)];
  return x.includes(y) || y.includes(x);
}
