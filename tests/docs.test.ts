import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every file of ours that may speak of a document. Fixtures hold words of others. */
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|md|json|css)$/.test(path) && !/^tests\/(fixtures|docs\.test)/.test(path))
  .filter((path) => path !== 'package-lock.json' && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** One line per place where the pattern's first group is not as it should be. */
const wrong = (pattern: RegExp, isWrong: (found: string, path: string) => boolean) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter(([, found]) => isWrong(found!, path))
      .map(([whole]) => `${path}: ${whole}`),
  );

describe('the documents', () => {
  it('are cited by paths that exist', () => {
    const cited = wrong(
      /(?<![\w/])(docs\/[\w./-]*\w|(?:ARCHITECTURE|CONTRIBUTING|README)\.md)/g,
      (path) => !existsSync(path),
    );
    expect(cited).toEqual([]);
    const isMissing = (link: string, path: string) =>
      path.endsWith('.md') && !/^(https?:|#|\/|mailto:)/.test(link) && !existsSync(join(dirname(path), link));
    expect(wrong(/\]\(([^)\s#]+)[^)]*\)/g, isMissing)).toEqual([]);
  });

  it('link to headings that exist', () => {
    const anchors = (path: string) =>
      [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replaceAll(/[^\p{L}\d\s-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const isMissing = (link: string, path: string) => {
      const [file, anchor] = link.split('#');
      return path.endsWith('.md') && !anchors(file ? join(dirname(path), file) : path).includes(anchor!);
    };
    expect(wrong(/\]\(((?!https?:)[^)\s#]*#[^)\s]+)\)/g, isMissing)).toEqual([]);
    const cited = ([file, anchor]: string[]) => !anchors(file!).includes(anchor!);
    expect(wrong(/(?<![\w/])(docs\/[\w./-]+\.md#[a-z][\w-]*)/g, (link) => cited(link.split('#')))).toEqual(
      [],
    );
  });

  it('name files and folders of ours that exist', () => {
    const guides = sources.filter(({ path }) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path));
    const named = guides.flatMap(({ text }) => [
      ...text.matchAll(/`((?:core|functions|web|local|demo|tests|lib)\/[\w./-]+)`/g),
    ]);
    expect(named.length).toBeGreaterThan(30);
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('name, like the comments of the code, only source files that exist, by path or by the end of it', () => {
    const paths = [...sources.map(({ path }) => `/${path}`), '/tests/docs.test.ts'];
    const isMissing = (name: string) => !paths.some((path) => path.endsWith(`/${name}`));
    expect(wrong(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|css))`/g, isMissing)).toEqual([]);
  });
});
