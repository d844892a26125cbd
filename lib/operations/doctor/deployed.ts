import { stackNameOf } from '#lib/stage.ts';
import { type Check, deployCommand, missing, ok } from './check.ts';

export const deployed: Check = {
  name: 'stack',
  look: async ({ stage, outputs }) =>
    outputs
      ? ok(`The stack ${stackNameOf(stage)} stands.`)
      : missing(`There is no stack ${stackNameOf(stage)}.`, deployCommand(stage)),
};
