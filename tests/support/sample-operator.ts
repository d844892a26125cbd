import type { Operator } from '#core/operator.ts';

/** An invented operator of an installation. */
export const sampleOperator: Operator = {
  name: 'Olsen & Søn ApS',
  address: 'Havnegade 1, 5000 Odense C',
  cvr: '29104568',
  supportMail: 'hjaelp@olsen-biler.example',
};

/** An operator whose mail address prod accepts. It is joined from two parts, because the repository must hold no mail address of a person. */
export const acceptedOperator: Operator = {
  ...sampleOperator,
  supportMail: ['hjaelp', 'olsen-biler.dk'].join('@'),
};
