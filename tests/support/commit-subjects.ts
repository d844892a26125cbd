import { execFileSync } from 'node:child_process';

export const mostLetters = 72;
export const tooLong = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => [...subject].length > mostLetters);

/** Of the commits that no other repository has yet; of the last one where there is no other repository. */
export function subjectsToPush(folder: string): string[] {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const isShared = git('for-each-ref', '--count=1', 'refs/remotes') !== '';
  const range = isShared ? ['--not', '--remotes'] : ['-1'];
  return git('log', '--no-merges', '--format=%s', 'HEAD', ...range)
    .split('\n')
    .filter((subject) => subject !== '');
}
