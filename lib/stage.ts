import type { Node } from 'constructs';

export const stages = ['dev', 'prod'] as const;
export type Stage = (typeof stages)[number];

/** The stage of `-c stage=…`; a misspelt one must not become a third environment. */
export function readStage(node: Node): Stage {
  const given: unknown = node.tryGetContext('stage') ?? 'dev';
  const stage = stages.find((name) => name === given);
  if (!stage) throw new Error(`stage is "${String(given)}" but must be one of ${stages.join(', ')}`);
  return stage;
}
