import { Refusal } from './refusal.ts';

export const stages = ['dev', 'prod'] as const;
export type Stage = (typeof stages)[number];

/** Where everything lies but what CloudFront takes from one region alone. */
export const homeRegion = 'eu-north-1';

export const stackNameOf = (stage: Stage): string => `Bilfund-${stage}`;

/** The stack of what CloudFront takes from one region alone. */
export const edgeStackNameOf = (stage: Stage): string => `${stackNameOf(stage)}-edge`;

/** The stack of the domain that answers the list of cars, where the stage has one. */
export const carIndexStackNameOf = (stage: Stage): string => `${stackNameOf(stage)}-car-index`;

/** A function's name in the account. */
export const functionNameOf = (stage: Stage, name: string): string => `bilfund-${stage}-${name}`;

/** A misspelt stage must not become a third environment. */
export function readStage(given: unknown): Stage {
  const stage = stages.find((name) => name === given);
  if (!stage) throw new Refusal(`The stage is "${String(given)}" but must be one of ${stages.join(', ')}.`);
  return stage;
}
