import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const decisions = readdirSync('docs/decisions')
  .sort()
  .map((name) => ({ name, text: readFileSync(join('docs/decisions', name), 'utf8') }));

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

describe('the decisions', () => {
  it('are numbered without a gap, each file and title with the same number', () => {
    expect(decisions.map(({ name }) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]))).toEqual(
      decisions.map((_one, index) => index + 1),
    );
    const titles = decisions.map(({ text }) => Number(/^# (\d+)\. \S/.exec(text)?.[1]));
    expect(titles).toEqual(decisions.map((_one, index) => index + 1));
  });

  it('open with one sentence that can be read alone', () => {
    const odd = decisions.filter(({ text }) => {
      const [, blank, sentence = '', after] = text.split('\n');
      return (
        blank !== '' || after !== '' || !/^[A-Z][^*#]{30,250}\.$/.test(sentence) || /\. [A-Z]/.test(sentence)
      );
    });
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  it('are cited as "decision 12" by numbers that exist', () => {
    const exists = (number: string) => Number(number) >= 1 && Number(number) <= decisions.length;
    expect(sources.some(({ text }) => /\bdecision 19\b/.test(text))).toBe(true);
    expect(wrong(/\b[Dd]ecision (\d+)\b/g, (number) => number.startsWith('0') || !exists(number))).toEqual(
      [],
    );
    expect(wrong(/\b(?:[Dd]ecision no|ADR|decisions)[ .-]+(\d+)\b/g, () => true)).toEqual([]);
  });
});

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

  it('name files and folders of ours that exist', () => {
    const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/glossary.md'];
    const named = guides.flatMap((guide) => [
      ...readFileSync(guide, 'utf8').matchAll(/`((?:core|functions|web|local|demo|tests|lib)\/[\w./-]+)`/g),
    ]);
    expect(named.length).toBeGreaterThan(30);
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('are cited by sections of the specification that exist', () => {
    const sections = readFileSync('docs/spec.md', 'utf8').match(/(?<=^## )\d+/gm);
    expect(sections).toHaveLength(9);
    expect(
      wrong(/docs\/spec\.md(?:,? sections?)? (\d+)/g, (section) => !sections!.includes(section)),
    ).toEqual([]);
    expect(wrong(/\b(spec sections?|design\.md)\b/g, () => true)).toEqual([]);
  });

  it('are the only ones that sources cite by name', () => {
    const names = new Set(sources.map(({ path }) => path.split('/').at(-1)));
    expect(wrong(/(?<![\w/<>*-])([a-z][\w-]*\.md)\b/g, (name) => !names.has(name))).toEqual([]);
  });
});

describe('the words of docs/glossary.md', () => {
  /** Files that are named by the wire, by Stripe or by the browser; to unsubscribe is what a mail's link does. */
  const byOthers = /^(functions\/api|core\/contract|local\/cloud|tests)\/|unsubscribe/;

  it('name our files: a plan or an automated search is no "subscription" inside', () => {
    const named = sources
      .map(({ path }) => path)
      .filter((path) => /subscri/i.test(path) && !byOthers.test(path));
    expect(named).toEqual([]);
  });

  const told = /^(core\/(notification|account)|functions)\//;
  /** A word that the glossary has retired, where it would name the thing again; elsewhere it is a word like any other. */
  const retired: [word: string, where: RegExp, name: RegExp][] = [
    [
      'match or found, for a discovery',
      told,
      /\b(Match|[a-z]+Match(?:es)?(?:[A-Z]\w*)?|add\w*Found|\w+OfFound|userKeys\.(?:match|found)\w*)\b/g,
    ],
    [
      'find, for a happening',
      told,
      /\b(Find|\w*[a-z]Finds?|findKey|finds(?=[,)]|: \w+Happening))\b(?! out)/g,
    ],
    [
      'letter, for a mail',
      /^(core\/notification|functions\/(notify|use-cases\/notifications|_adapters\/channels)|local\/cloud\/(services\/(users\/|mail)|embedded))/,
      /(\w*letters?(?!-spacing)\w*)/gi,
    ],
  ];

  it.each(retired)('have retired %s', (_word, where, name) => {
    expect(sources.filter(({ path }) => where.test(path)).length).toBeGreaterThan(20);
    expect(wrong(name, (_found, path) => where.test(path))).toEqual([]);
  });

  it('have retired the same words in the names of files', () => {
    const named = sources
      .map(({ path }) => path)
      .filter((path) => told.test(path) && /(?<!dead-)letter|matches|finds|\/find\.ts$/.test(path));
    expect(named).toEqual([]);
  });
});
