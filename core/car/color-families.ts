/** The colours that people look for; a register knows forty shades and a seller as many as he likes. */
export const colorFamilies = [
  'white',
  'black',
  'grey',
  'silver',
  'blue',
  'red',
  'green',
  'brown',
  'beige',
  'yellow',
  'orange',
  'purple',
] as const;
export type ColorFamily = (typeof colorFamilies)[number];
