/** The makes of the platform's codes, in the sites' spelling: "0.817" in an address is VW. */
export const makeOfCode: Readonly<Record<string, string>> = {
  '744': 'Audi',
  '749': 'BMW',
  '757': 'Citroen',
  '766': 'Fiat',
  '767': 'Ford',
  '772': 'Hyundai',
  '777': 'Kia',
  '781': 'Land Rover',
  '784': 'Mazda',
  '785': 'Mercedes',
  '787': 'Mitsubishi',
  '792': 'Nissan',
  '795': 'Opel',
  '796': 'Peugeot',
  '804': 'Renault',
  '808': 'Skoda',
  '813': 'Toyota',
  '817': 'VW',
  '818': 'Volvo',
  '7147': 'MINI',
  '8078': 'Tesla',
  '8079': 'Dacia',
  '8101': 'BYD',
  '8102': 'Polestar',
  '8104': 'XPeng',
  '8106': 'Cupra',
};

/** The makes that a search of the platform asks for, each once: "0.817", "1.817.1433" → VW. */
export const makesAsked = (search: URLSearchParams): string[] => {
  const codes = [...search.getAll('variant'), ...search.getAll('make')].map(
    (value) => value.split('.')[1] ?? '',
  );
  return [...new Set(codes.flatMap((code) => (Object.hasOwn(makeOfCode, code) ? makeOfCode[code]! : [])))];
};
