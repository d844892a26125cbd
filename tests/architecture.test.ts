import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commonEnvironment,
  type Need,
  needEnvironment,
  poolEnvironment,
  settingEnvironment,
} from '#core/contract/needs.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type WorkerRow, workers } from '#core/contract/workers.ts';
import { marketplaces } from '#core/marketplace/marketplaces.ts';
import { arrowsOf, bothWays, upwards } from './support/floors.ts';
import { bundleEach, environmentReads, provenNeeds } from './support/function-bundles.ts';
import { importCycles } from './support/import-cycles.ts';
import {
  folderOf,
  loadedBy,
  readSources,
  type SourceFile,
  type TopFolder,
  topFolders,
} from './support/source-tree.ts';

const files = readSources();
const sources = new Map(files.map((file) => [file.path, file]));
const isOurs = (target: string) => folderOf(target) !== undefined;
const product = files.filter((file) => !/(^|\/)tests\//.test(file.path));

/** One line per offence, so that a failure names them all. */
const offences = (
  among: readonly SourceFile[],
  isBad: (target: string, isTypeOnly: boolean, path: string) => boolean,
) =>
  among.flatMap((file) =>
    file.imports
      .filter((one) => isBad(one.target, one.isTypeOnly, file.path))
      .map((one) => `${file.path} imports ${one.target}`),
  );
const within = (folder: TopFolder) => files.filter((file) => folderOf(file.path) === folder);

describe('the folders', () => {
  // What each may import; `local/cloud` runs any template, `local` starts the demo marketplace, the build and the seed.
  const allowed: Record<TopFolder, readonly TopFolder[]> = {
    core: ['core'],
    functions: ['functions', 'core'],
    lib: ['lib', 'core'],
    bin: ['bin', 'lib', 'core'],
    web: ['web', 'core'],
    demo: ['demo', 'core'],
    'local/cloud': ['local/cloud'],
    local: ['local', 'local/cloud', 'core', 'functions', 'lib', 'demo'],
    tests: topFolders,
  };

  it('are read with their imports', () => {
    const imports = sources.get('functions/api/accounts/sign-in.ts')?.imports;
    expect(imports).toContainEqual({ target: 'core/account/refresh-cookie.ts', isTypeOnly: false });
    expect(imports).toContainEqual({
      target: 'functions/api/accounts/account-endpoint.ts',
      isTypeOnly: false,
    });
    expect(files.every((file) => file.imports.length > 0 || !/^import /m.test(file.text))).toBe(true);
  });

  it.each(topFolders)('%s imports only what it may', (folder) => {
    expect(
      offences(within(folder), (target) => isOurs(target) && !allowed[folder].includes(folderOf(target)!)),
    ).toEqual([]);
  });

  it('the embedded cloud does not know the product by name', () => {
    const named = readdirSync('local/cloud', { recursive: true, encoding: 'utf8' })
      .map((name) => join('local/cloud', name))
      .filter((path) => statSync(path).isFile() && /bilfund/i.test(readFileSync(path, 'utf8')));
    expect(named).toEqual([]);
  });

  it('core is pure: no package but the schemas of the contract, nothing of node, no clock and no chance of its own', () => {
    const isForeign = (target: string, _type: boolean, path: string) =>
      !isOurs(target) && !(target === 'zod/mini' && path.startsWith('core/contract/'));
    expect(offences(within('core'), isForeign)).toEqual([]);
    const impure = within('core').filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\./.test(file.text),
    );
    expect(impure.map((file) => file.path)).toEqual([]);
  });

  it('every import of ours leads to a file', () => {
    const isMissing = (target: string) => isOurs(target) && !existsSync(target);
    expect(offences(product, isMissing)).toEqual([]);
  });

  it('hold no file that loads itself by way of others', () => {
    expect(importCycles(files)).toEqual([]);
  });

  it('would be found to hold one', () => {
    const file = (path: string, target: string, isTypeOnly = false): SourceFile => ({
      ...{ path, text: '', lines: 1, isOnlyReExports: false, imports: [{ target, isTypeOnly }] },
    });
    const round = [file('a.ts', 'b.ts'), file('b.ts', 'c.ts'), file('c.ts', 'b.ts')];
    expect(importCycles(round)).toEqual(['b.ts → c.ts → b.ts']);
    expect(importCycles([file('a.ts', 'b.ts'), file('b.ts', 'a.ts', true)])).toEqual([]);
  });

  it('hold no barrels', () => {
    const barrels = files.filter(
      (file) =>
        file.isOnlyReExports ||
        /^index\.tsx?$/.test(basename(file.path)) ||
        /^export \* from/m.test(file.text),
    );
    expect(barrels.map((file) => file.path)).toEqual([]);
  });

  it('name files in kebab case and for what they do', () => {
    const odd = files.filter(({ path }) => {
      const name = basename(path);
      return (
        !/^[a-z0-9]+(-[a-z0-9]+)*(\.long)?(\.(test|config))?\.tsx?$/.test(name) ||
        /^(utils?|helpers?|manager|common)\b/.test(name)
      );
    });
    expect(odd.map((file) => file.path)).toEqual([]);
  });
});

describe('a marketplace', () => {
  // What imitates it, and what tells people of it, may know which it is.
  const tellsOfIt = /^(demo\/|web\/|tests\/)/;
  const isList = (path: string) =>
    /^core\/marketplace\/(marketplaces|read-link|describe-link|opened|compose-opened)\.ts$/.test(path);

  describe.each(marketplaces)('$id', ({ id, home }) => {
    const isItsOwn = (path: string) => path.startsWith(`core/marketplace/${id}/`);
    const mayKnow = (path: string) => isItsOwn(path) || isList(path) || tellsOfIt.test(path);
    /** The names at the end of the hosts that its own files speak of: "facebook.com". */
    const itsHosts = new Set(
      product
        .filter(({ path }) => isItsOwn(path))
        .flatMap(({ text }) => text.replaceAll('\\.', '.').match(/[a-z0-9-]+\.(com|net|dk|org)\b/g) ?? []),
    );

    it('is known by nobody but its own folder and the list of marketplaces: the others ask the port', () => {
      expect(files.some(({ path }) => isItsOwn(path))).toBe(true);
      expect(offences(files, (target, _type, path) => isItsOwn(target) && !mayKnow(path))).toEqual([]);
    });

    it('has its hosts written nowhere else', () => {
      expect(itsHosts).toContain(new URL(home).hostname.split('.').slice(-2).join('.'));
      const names = (text: string) => [...itsHosts].some((host) => text.includes(host));
      const named = product.filter(({ path, text }) => names(text) && !mayKnow(path));
      expect(named.map(({ path }) => path)).toEqual([]);
    });
  });

  it('has a folder of its own, and no folder is left that is none', () => {
    const folders = readdirSync('core/marketplace', { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    expect(folders.map(({ name }) => name).toSorted()).toEqual(
      ['ad', 'button', 'page', 'vend', ...marketplaces.map(({ id }) => id)].toSorted(),
    );
  });
});

describe('the floors of functions', () => {
  const arrows = arrowsOf(files);

  it('are entered by routes and workers, which call the processes, which call what stores and calls out', () => {
    expect(arrows.map(({ from, to }) => `${from} → ${to}`)).toContain('use-cases/imports → _adapters');
    expect(upwards(arrows)).toEqual([]);
  });

  it('have no two rooms that import each other', () => {
    expect(bothWays(arrows)).toEqual([]);
  });

  it('leave keys and tables to the adapters, and to the stream, which brings stored items', () => {
    const isStorage = (target: string) => /^functions\/_adapters\/dynamodb\/(keys|table)\.ts$/.test(target);
    const isElsewhere = (path: string) => !/^functions\/(_adapters|live)\//.test(path);
    expect(
      offences(within('functions'), (target, _type, path) => isStorage(target) && isElsewhere(path)),
    ).toEqual([]);
  });

  it('find an import that leads up, and two rooms that import each other', () => {
    const file = (path: string, target: string): SourceFile => ({
      ...{ path, text: '', lines: 1, isOnlyReExports: false },
      imports: [{ target, isTypeOnly: false }],
    });
    const wrong = arrowsOf([
      file('functions/_adapters/queues.ts', 'functions/use-cases/cars/marks.ts'),
      file('functions/use-cases/cars/marks.ts', 'functions/_adapters/queues.ts'),
      file('functions/jobs/sweep.ts', 'functions/live/changes.ts'),
    ]);
    expect(upwards(wrong)).toEqual([
      'functions/_adapters/queues.ts imports functions/use-cases/cars/marks.ts',
      'functions/jobs/sweep.ts imports functions/live/changes.ts',
    ]);
    expect(bothWays(wrong)).toEqual(['_adapters and use-cases/cars']);
  });
});

describe('the web app', () => {
  const web = within('web');
  const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];

  it('has features that never import each other', () => {
    const isOtherFeature = (target: string, _type: boolean, path: string) => {
      const [own, other] = [featureOf(path), featureOf(target)];
      return own !== undefined && other !== undefined && own !== other;
    };
    expect(offences(web, isOtherFeature)).toEqual([]);
  });

  it('takes types from the contract and never its values', () => {
    expect(offences(web, (target, isTypeOnly) => target.startsWith('core/contract/') && !isTypeOnly)).toEqual(
      [],
    );
  });

  it('writes numbers and dates by hand: the first object of Intl holds up a page that opens', () => {
    const byIntl = /\bIntl\.|\.toLocale\w*String\(/;
    const ours = web.filter(({ path }) => path.startsWith('web/src/'));
    expect(ours.filter(({ text }) => byIntl.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('loads no schema library, no cloud client and nothing of node', () => {
    const loaded = new Set(
      web.filter((f) => f.path.startsWith('web/src/')).flatMap((f) => loadedBy(f.path, sources)),
    );
    const isServerSide = (target: string, isTypeOnly: boolean) =>
      !isTypeOnly && /^(zod|@aws-sdk\/|node:)/.test(target);
    expect(offences([...loaded], isServerSide)).toEqual([]);
  });
});

type Entry = { name: string; path: string; needs: readonly Need[]; settings: readonly string[] };
const routeEntries: (Entry & { key: string })[] = Object.entries<RouteRow>(contract).map(([key, row]) => ({
  key,
  name: key,
  path: `functions/api/${row.capability}/${row.name}.ts`,
  needs: row.needs,
  settings: settingEnvironment,
}));
const workerEntries: Entry[] = Object.entries<WorkerRow>(workers).map(([name, row]) => ({
  name,
  path: `functions/${row.path}`,
  needs: row.needs,
  settings: row.settings,
}));
const exportsHandler = (file: SourceFile | undefined) =>
  /^export (?:const|async function) handler\b/m.test(file?.text ?? '');

describe('the contract', () => {
  it.each(routeEntries)('$key has its handler', ({ key, path }) => {
    expect(existsSync(path), path).toBe(true);
    expect(exportsHandler(sources.get(path)), `${path} exports handler`).toBe(true);
    expect(sources.get(path)?.text.replace(/\(\s+/g, '(')).toContain(`ndpoint('${key}'`);
  });

  it.each(workerEntries)('the worker $name has its handler', ({ path }) => {
    expect(existsSync(path), path).toBe(true);
    expect(exportsHandler(sources.get(path)), `${path} exports handler`).toBe(true);
  });

  it('has a row for every handler', () => {
    const declared = new Set([...routeEntries, ...workerEntries].map((entry) => entry.path));
    const handlers = within('functions').filter(exportsHandler);
    expect(handlers.map((file) => file.path).filter((path) => !declared.has(path))).toEqual([]);
  });

  it('verifies the signature on every route that Stripe calls', () => {
    const called = Object.entries<RouteRow>(contract).filter(([, row]) => row.auth === 'stripe');
    expect(called.map(([key]) => key)).toEqual(['POST /api/payments/webhook']);
    for (const [, { capability, name }] of called)
      expect(sources.get(`functions/api/${capability}/${name}.ts`)?.text).toContain(
        'await readSignedEvent(body',
      );
  });

  it('guards every account route against foreign pages and floods', () => {
    const unguarded = routeEntries
      .filter(({ key }) => key.includes('/api/auth/'))
      .filter(
        ({ key, path }) =>
          !sources.get(path)?.text.replace(/\(\s+/g, '(').includes(`accountEndpoint('${key}'`),
      );
    expect(unguarded.map(({ path }) => path)).toEqual([]);
  });
});

// Set by Lambda itself, by the local runner or beside a staged package; absent everywhere else.
const isAmbient = (name: string) =>
  /^(AWS_|BILFUND_)/.test(name) ||
  ['FONTS_DIR', 'OCR_MODELS_DIR', 'LD_LIBRARY_PATH', 'TMPDIR'].includes(name);

describe('the environment', () => {
  it('is read by names that the contract lists', () => {
    const listed = new Set<string>([
      ...Object.values(needEnvironment).flat(),
      ...commonEnvironment,
      ...poolEnvironment,
      ...settingEnvironment,
    ]);
    const unknown = within('functions').flatMap((file) =>
      [...file.text.matchAll(/\b(?:env|setting)\('(\w+)'\)|process\.env\.(\w+)/g)]
        .map((match) => match[1] ?? match[2]!)
        .filter((name) => !listed.has(name) && !isAmbient(name))
        .map((name) => `${file.path} reads ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('every function', () => {
  const entries = [...routeEntries, ...workerEntries];
  // A row without its handler is the contract's fault, above, and not that of all functions.
  const bundles = bundleEach(entries.map((entry) => entry.path).filter((path) => existsSync(path)));
  const bundleOf = async (path: string) => (await bundles).get(path)!;

  it.each(entries)(
    '$name finds all the environment that it reads',
    async ({ name, path, needs, settings }) => {
      const needed = needs.flatMap((need) => needEnvironment[need]);
      const pool = name === 'write-code-mail' ? [] : poolEnvironment;
      const set = new Set<string>([...commonEnvironment, ...pool, ...needed, ...settings]);
      const unset = environmentReads(await bundleOf(path)).filter(
        (name) => !set.has(name) && !isAmbient(name),
      );
      expect(unset).toEqual([]);
    },
  );

  // What the code can ask for is read off the code, not off the row: a need too few fails here, and so does one too many.
  it.each(entries)('$name declares exactly the needs of its code', async ({ path, needs }) => {
    expect([...needs].sort()).toEqual(provenNeeds(await bundleOf(path)).sort());
  });

  it('is read for what it calls and not for what it imports', async () => {
    const signIn = environmentReads(await bundleOf('functions/api/accounts/sign-in.ts'));
    expect(signIn).toEqual(expect.arrayContaining(['USER_POOL_ID', 'TABLE_NAME', 'PUBLIC_ORIGIN']));
    expect(provenNeeds(await bundleOf('functions/live/message.ts'))).toEqual(['live:send']);
  });
});
