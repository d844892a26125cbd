import type { Operator } from '#core/operator.ts';

/** Somebody who could run an installation. */
export const sampleOperator: Operator = {
  name: 'Olsen & Søn ApS',
  address: 'Havnegade 1, 5000 Odense C',
  cvr: '29104568',
  supportMail: 'hjaelp@olsen-biler.dk',
};
