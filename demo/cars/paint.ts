import type { Random } from './random.ts';

/** `marketplaceName`: the constant of the marketplace's colour field; `danish`: the register's and the ads' word. */
export type Paint = { hex: string; danish: string; marketplaceName: string; weight: number };

function paint(hex: string, danish: string, marketplaceName: string, weight: number): Paint {
  return { hex, danish, marketplaceName, weight };
}

export const paints: readonly Paint[] = [
  paint('#e9eae7', 'Hvid', 'WHITE', 19),
  paint('#0c0d0f', 'Sort', 'BLACK', 17),
  paint('#727a80', 'Grå', 'GREY', 16),
  paint('#b4babd', 'Sølvgrå', 'SILVER', 10),
  paint('#3a4146', 'Koksgrå', 'CHARCOAL', 9),
  paint('#16324f', 'Mørkeblå', 'BLUE', 9),
  paint('#2c6796', 'Blå', 'BLUE', 7),
  paint('#971f1c', 'Rød', 'RED', 7),
  paint('#541519', 'Bordeaux', 'RED', 3),
  paint('#364a38', 'Grøn', 'GREEN', 3),
  paint('#c99b2e', 'Gul', 'YELLOW', 1.5),
  paint('#b1501f', 'Kobber', 'ORANGE', 1.5),
  paint('#b8a98c', 'Beige', 'BEIGE', 2),
  paint('#574335', 'Brun', 'BROWN', 2.5),
];

export function choosePaint(random: Random): Paint {
  return random.pickWeighted(paints, (one) => one.weight);
}
