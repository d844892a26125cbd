import type { Random } from './random.ts';

/** `marketplaceName`: the constant of the marketplace's colour field; `danish`: the register's and the ads' word. */
export type Paint = { hex: string; danish: string; marketplaceName: string; weight: number };

function paint(hex: string, danish: string, marketplaceName: string, weight: number): Paint {
  return { hex, danish, marketplaceName, weight };
}

export const paints: readonly Paint[] = [
  paint('#e4e4df', 'Hvid', 'WHITE', 19),
  paint('#33383c', 'Sort', 'BLACK', 17),
  paint('#7b858c', 'Grå', 'GREY', 16),
  paint('#b4babd', 'Sølvgrå', 'SILVER', 10),
  paint('#4b545a', 'Koksgrå', 'CHARCOAL', 9),
  paint('#24435c', 'Mørkeblå', 'BLUE', 9),
  paint('#3f7fa6', 'Blå', 'BLUE', 7),
  paint('#a3322a', 'Rød', 'RED', 7),
  paint('#6b2429', 'Bordeaux', 'RED', 3),
  paint('#4d5f4c', 'Grøn', 'GREEN', 3),
  paint('#c99b2e', 'Gul', 'YELLOW', 1.5),
  paint('#b4572f', 'Kobber', 'ORANGE', 1.5),
  paint('#b8a98c', 'Beige', 'BEIGE', 2),
  paint('#6d5646', 'Brun', 'BROWN', 2.5),
];

export function choosePaint(random: Random): Paint {
  return random.pickWeighted(paints, (one) => one.weight);
}
