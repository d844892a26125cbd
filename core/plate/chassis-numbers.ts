/** Where a chassis number stands in a text, from the first character to one past the last. */
export type Place = { from: number; to: number };

const letterOrFigure = '[0-9A-Za-zÀ-ÖØ-öø-ɏ]';
/** A number of today has seventeen, without I, O and Q. */
const character = '[A-HJ-NPR-Z0-9]';
const whole = new RegExp(
  `(?<!${letterOrFigure})${character}(?:[-.]?${character}){16}(?!${letterOrFigure})`,
  'gi',
);
const label =
  'stel(?:nummer|nr)?|chassis(?:\\s?(?:nummer|number|nr|no))?|vin(?:\\s?(?:nummer|number|kode|nr))?|understellsn(?:umme)?r';
/** Behind its name it may be parted by spaces; that of an old car is shorter. */
const labelled = new RegExp(
  `(?<!${letterOrFigure})(?:${label})(?!${letterOrFigure})\\W{0,4}(?:(?:${label})\\W{1,4})?` +
    `((?:${character}[ .-]?){16}${character}|[A-Z0-9]{5,17})(?!${letterOrFigure})`,
  'gi',
);

const figuresIn = (text: string) => text.replace(/\D/g, '').length;
const lettersIn = (text: string) => text.replace(/[^a-z]/gi, '').length;

/** The chassis numbers that a plain text spells out. They name a car as its plate does. */
export function chassisNumbersIn(plain: string): Place[] {
  const places: Place[] = [];
  for (const { 0: number, index } of plain.matchAll(whole))
    if (figuresIn(number) >= 4 && lettersIn(number) >= 2)
      places.push({ from: index, to: index + number.length });
  for (const { 0: all, 1: number, index } of plain.matchAll(labelled))
    if (figuresIn(number!) >= 4)
      places.push({ from: index + all.length - number!.length, to: index + all.length });
  return places;
}
