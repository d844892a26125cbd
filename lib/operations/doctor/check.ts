import type { Stage } from '#lib/stage.ts';
import type { StageFile } from '#lib/stage-file.ts';

export const states = ['ok', 'missing', 'cannot tell'] as const;

/** What a check found: a sentence, and the command that mends what is missing. */
export type Finding =
  | { state: 'ok' | 'cannot tell'; sentence: string }
  | { state: 'missing'; sentence: string; command: string };

export type Surroundings = {
  stage: Stage;
  stageFile: StageFile;
  /** What the stage's stack puts out; null where there is no stack. */
  outputs: Readonly<Record<string, string>> | null;
  /** When the stack was made; null where there is none. */
  createdAt: Date | null;
  now: Date;
};

/** One thing that should be so. It reads and never changes anything. */
export type Check = {
  name: string;
  look: (surroundings: Surroundings) => Promise<Finding>;
};

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const cannotTell = (sentence: string): Finding => ({ state: 'cannot tell', sentence });
export const missing = (sentence: string, command: string): Finding => ({
  state: 'missing',
  sentence,
  command,
});

export const deployCommand = (stage: Stage): string => `npm run deploy -- --stage ${stage}`;

/** What a check answers when the stack does not tell a name that it needs. */
export const withoutOutput = (name: string): Finding =>
  cannotTell(`The stack does not tell ${name}: it is not deployed, or by an earlier version.`);
