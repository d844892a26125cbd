import { once } from '#core/shared.ts';
import { classicModels, type MakeRows, makeRows, rareMakeRows } from './make-rows.ts';

/**
 * A make sold in Denmark: the name that the product shows, other names, and its models; `spellings` maps other spellings of
 * models to their names.
 */
export type CarMake = {
  name: string;
  aliases: string[];
  models: string[];
  spellings: { spelling: string; model: string }[];
  /** Models and spellings that are accepted only right after the make (`classicModels`). */
  classics: ReadonlySet<string>;
  /** Whether a title must name the make in full (`rareMakeRows`). */
  isRare: boolean;
};

const entriesOf = (list: string, separator: string) =>
  list
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function readRows(rows: MakeRows, isRare: boolean): CarMake[] {
  return Object.entries(rows).map(([name, [aliases, models]]) => {
    const readNames = (row: string) => entriesOf(row, ',').map((entry) => entriesOf(entry, '='));
    const classics = readNames(classicModels[name] ?? '');
    const named = [...readNames(models), ...classics];
    return {
      name,
      aliases: entriesOf(aliases, ','),
      models: named.map(([model]) => model!),
      spellings: named.flatMap(([model, ...others]) =>
        others.map((spelling) => ({ spelling, model: model! })),
      ),
      classics: new Set(classics.flat()),
      isRare,
    };
  });
}

export const carMakes = once((): readonly CarMake[] => [
  ...readRows(makeRows, false),
  ...readRows(rareMakeRows, true),
]);

/** Makes that sell only electric cars, and models that are only electric. */
const electricMakes = new Set([
  'Tesla',
  'Polestar',
  'NIO',
  'Xpeng',
  'Hongqi',
  'Aiways',
  'Ora',
  'Skywell',
  'VinFast',
  'Zeekr',
]);
const electricModels = once(
  () =>
    new Set(
      [
        'Audi e-tron,Audi e-tron GT,Audi Q4 e-tron,Audi Q6 e-tron,Audi Q8 e-tron,Audi A6 e-tron,BMW i4,BMW i5,BMW i7,BMW iX,BMW iX1,BMW iX2,BMW iX3',
        'BYD Atto 2,BYD Atto 3,BYD Dolphin,BYD Dolphin Surf,BYD Han,BYD Tang,BYD Seal,BYD Sealion 7,Citroën C-Zero,Citroën Ami,Cupra Born,Cupra Tavascan,Dacia Spring',
        'Fiat 500e,Fiat 600e,Ford Mustang Mach-E,Honda e,Honda e:Ny1,Hyundai Inster,Hyundai Ioniq 5,Hyundai Ioniq 6,Hyundai Ioniq 9,Jaguar I-Pace',
        'Kia EV2,Kia EV3,Kia EV4,Kia EV5,Kia EV6,Kia EV9,Kia e-Niro,Kia e-Soul,Lexus RZ,Mercedes-Benz EQA,Mercedes-Benz EQB,Mercedes-Benz EQC',
        'Mercedes-Benz EQE,Mercedes-Benz EQS,Mercedes-Benz EQT,Mercedes-Benz EQV,MG 4,MG ZS EV,MG Marvel R,MG Cyberster,MG 5,Mitsubishi i-MiEV',
        'Nissan Ariya,Nissan Leaf,Nissan e-NV200,Opel Ampera-e,Opel Corsa-e,Opel Mokka-e,Opel Rocks-e,Peugeot e-208,Peugeot e-2008,Peugeot e-3008',
        'Peugeot e-308,Peugeot e-5008,Peugeot iOn,Porsche Taycan,Renault Zoe,Renault Twizy,Škoda Enyaq,Škoda Enyaq Coupe,Škoda Elroq,Smart #1,Smart #3',
        'Subaru Solterra,Toyota bZ4X,Volkswagen e-Golf,Volkswagen e-Up,Volkswagen ID.3,Volkswagen ID.4,Volkswagen ID.5,Volkswagen ID.7,Volkswagen ID. Buzz',
        'Alpine A290,BYD e6,Genesis GV60,Kia PV5,Leapmotor B10,Leapmotor T03,Maxus eDeliver 3,Maxus eDeliver 5,Maxus eDeliver 7,Maxus eDeliver 9',
        'Maxus Euniq 5,Maxus Euniq 6,Maxus Mifa 9,Mazda 6e,Mazda CX-6e,MG IM5,MG IM6,MG S5,MG S6,MINI Aceman,Renault Megane E-Tech,Seres 3,Smart #5',
        'Suzuki e Vitara,Volvo C40,Volvo EC40,Volvo EX30,Volvo EX40,Volvo EX90,Volvo ES90',
      ].flatMap((row) => row.split(',')),
    ),
);

/** Whether all cars of this make and model (in the product's spelling) are electric. */
export function isElectricModel(make: string | null, model: string | null): boolean {
  if (make === null) return false;
  return electricMakes.has(make) || (model !== null && electricModels().has(`${make} ${model}`));
}
