import { Refusal } from '../refusal.ts';
import { homeRegion, type Stage, stackNameOf } from '../stage.ts';
import { CloudStacks } from './cloud-stack.ts';

/** What a stage's stack says of itself, by the names of its outputs. @throws Refusal where there is no such stack or output */
export async function requireOutputs<N extends string>(
  stage: Stage,
  names: readonly N[],
): Promise<Record<N, string>> {
  const name = stackNameOf(stage);
  const stack = await new CloudStacks(homeRegion).find(name);
  if (!stack) throw new Refusal(`There is no stack ${name} in ${homeRegion}. Nothing was changed.`);
  const missing = names.filter((output) => !stack.outputs[output]);
  if (missing.length > 0)
    throw new Refusal(
      `The stack ${name} does not tell ${missing.join(', ')}: it was deployed by an earlier version. Deploy this one first.`,
    );
  return Object.fromEntries(names.map((output) => [output, stack.outputs[output]])) as Record<N, string>;
}
