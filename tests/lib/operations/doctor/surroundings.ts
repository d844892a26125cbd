import type { Surroundings } from '#lib/operations/doctor.ts';
import { undecided } from '#lib/stage.ts';

export const makeSurroundings = (changes: Partial<Surroundings> = {}): Surroundings => ({
  stage: 'prod',
  stageFile: undecided,
  outputs: {},
  createdAt: new Date('2026-11-01T12:00:00Z'),
  now: new Date('2026-11-23T12:00:00Z'),
  ...changes,
});
