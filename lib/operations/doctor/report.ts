import { type Check, cannotTell, type Finding, type Surroundings, states } from './check.ts';

export type Answer = Finding & { name: string };

/** A check that fails says so and keeps no other from looking. */
export async function examine(checks: readonly Check[], surroundings: Surroundings): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, look } of checks) {
    const finding = await look(surroundings).catch((error: unknown) =>
      cannotTell(`It could not be looked at: ${error instanceof Error ? error.message : error}.`),
    );
    answers.push({ name, ...finding });
  }
  return answers;
}

export const isAnythingMissing = (answers: readonly Answer[]): boolean =>
  answers.some(({ state }) => state === 'missing');

/** Lines for people; the last is one JSON object for scripts. */
export function reportOf(stage: string, answers: readonly Answer[]): string {
  const stateWidth = Math.max(...states.map(({ length }) => length));
  const nameWidth = Math.max(...answers.map(({ name }) => name.length));
  const lines = answers.flatMap((answer) => {
    const line = `${answer.state.padEnd(stateWidth)}  ${answer.name.padEnd(nameWidth)}  ${answer.sentence}`;
    const indent = ' '.repeat(stateWidth + nameWidth + 4);
    return answer.state === 'missing' ? [line, `${indent}${answer.command}`] : [line];
  });
  return [...lines, JSON.stringify({ stage, isMissing: isAnythingMissing(answers), checks: answers })].join(
    '\n',
  );
}
