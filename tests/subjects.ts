/** `npm run subjects`: whether the commits that are about to be pushed say what they change in one line (CONTRIBUTING.md). */
import { mostLetters, subjectsToPush, tooLong } from './support/commit-subjects.ts';

const faults = tooLong(subjectsToPush('.'));
for (const subject of faults)
  console.info(`${[...subject].length} letters, at most ${mostLetters}: ${subject}`);
process.exitCode = faults.length > 0 ? 1 : 0;
