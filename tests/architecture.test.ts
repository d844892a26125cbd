import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  commonEnvironment,
  type Need,
  needEnvironment,
  poolEnvironment,
  settingEnvironment,
} from '#core/contract/needs.ts';
import { marketplaces } from '#core/marketplaces/marketplaces.ts';
import { contractRows, entryOf } from '#lib/build/contract-rows.ts';
import { pureValues } from '#lib/build/pure-values.ts';
import { type DeclaredFunction, declaredFunctions, routeFunctions, workerFunctions } from '#lib/functions.ts';
import { folderOf, loadedBy, readSources, type SourceFile, type TopFolder } from './support/source-tree.ts';

// The composition root reads what stands behind a port when the port is first used, and not every function uses each.
const lazyFile = /(platform|\.)\/services\.ts$/;

/**
 * Each function as one text, by its name, with what it never calls shaken off: reading imports alone would blame a function for
 * its neighbours in a file. A member of an object that nobody calls is left in by the bundler, so its line is taken out here.
 */
async function bundleEach(functions: readonly DeclaredFunction[]): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(functions.map((declared) => [declared.name, entryOf(declared)])),
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    treeShaking: true,
    logLevel: 'silent',
    plugins: [
      contractRows,
      pureValues,
      {
        name: 'lazy',
        setup: ({ onResolve }) => {
          onResolve({ filter: lazyFile }, ({ path }) => ({ path, external: true, sideEffects: false }));
        },
      },
    ],
  });
  return new Map(
    outputFiles.map(({ path, text }) => [basename(path).replace(/\.js$/, ''), withoutUncalled(text)]),
  );
}

function withoutUncalled(bundle: string): string {
  const lines = bundle.split('\n').filter((line) => {
    const member = /^\s+(\w+): (?:async )?\(.*=>/.exec(line)?.[1];
    return member === undefined || bundle.includes(`.${member}(`);
  });
  return lines.join('\n');
}

/** The environment variables that a bundle reads. */
function environmentReads(bundle: string): string[] {
  const reads = bundle.matchAll(/\b(?:env|setting)\d*\("(\w+)"\)|process\.env\.(\w+)/g);
  return [...new Set([...reads].map((match) => match[1] ?? match[2]!))];
}

const writesTable = /new (?:Put|Update|Delete|TransactWrite|BatchWrite)Command\d*\((?!dayOfUse)/;
const readsTable = /new (?:Get|BatchGet|Query|TransactGet)Command\d*\(/;
const readsObjects = (bucket: string) => new RegExp(`\\breadObject\\d*\\(env\\d*\\("${bucket}"\\)`);
const sendsOf = (commands: string) => (bucket: string) =>
  new RegExp(`new (?:${commands})Command\\d*\\(\\{[^{}]*env\\d*\\("${bucket}"\\)`);
const putsObjects = sendsOf('PutObject');
const deletesObjects = sendsOf('DeleteObjects?');

const readsUsers = /new AdminGetUserCommand\d*\(|Service\.AdminGetUser"/;
const administersUsers = /new Admin(?!GetUser)\w+Command\d*\(/;

/** Where two needs bring the same variable, the commands tell them apart. Writing the table or the catalog includes reading it. */
const evidence: Partial<Record<Need, (bundle: string) => boolean>> = {
  'table:read': (bundle) => readsTable.test(bundle) && !writesTable.test(bundle),
  'table:write': (bundle) => writesTable.test(bundle),
  'token-use:write': (bundle) => /new UpdateCommand\d*\(dayOfUse/.test(bundle) && !writesTable.test(bundle),
  'hourly-queue:take': (bundle) => bundle.includes('new ReceiveMessageCommand'),
  'live:send': (bundle) => bundle.includes('new PostToConnectionCommand'),
  'live:close': (bundle) => bundle.includes('new DeleteConnectionCommand'),
  'users:read': (bundle) => readsUsers.test(bundle) && !administersUsers.test(bundle),
  'users:admin': (bundle) => administersUsers.test(bundle),
  'photos:read': (bundle) => readsObjects('PHOTO_BUCKET').test(bundle),
  'photos:write': (bundle) => putsObjects('PHOTO_BUCKET').test(bundle),
  'own-photos:erase': (bundle) =>
    deletesObjects('PHOTO_BUCKET').test(bundle) && /deletePhotos\d*\(ownFolder\d*\(/.test(bundle),
  'car-photos:erase': (bundle) =>
    deletesObjects('PHOTO_BUCKET').test(bundle) && /deletePhotos\d*\(carFolder\d*\(/.test(bundle),
  'data:read': (bundle) => readsObjects('DATA_BUCKET').test(bundle),
  'data:write': (bundle) => putsObjects('DATA_BUCKET').test(bundle),
  'catalog:read': (bundle) =>
    readsObjects('CATALOG_BUCKET').test(bundle) && !putsObjects('CATALOG_BUCKET').test(bundle),
  'catalog:write': (bundle) => putsObjects('CATALOG_BUCKET').test(bundle),
  'car-index:read': (bundle) => bundle.includes('/_msearch') && !bundle.includes('/_bulk'),
  'car-index:write': (bundle) => bundle.includes('/_bulk'),
};

/** The needs that a bundle's own code proves: what it can ask of the cloud, whatever its row declares. */
function provenNeeds(bundle: string): Need[] {
  const reads = new Set<string>(environmentReads(bundle));
  return (Object.keys(needEnvironment) as Need[]).filter(
    (need) => needEnvironment[need].every((name) => reads.has(name)) && (evidence[need]?.(bundle) ?? true),
  );
}

const files = readSources();
const sources = new Map(files.map((file) => [file.path, file]));
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

// What may import what stands in `layers.json`, which `npm run lint` enforces.
describe('core', () => {
  it('reads no clock, no chance and no environment of its own', () => {
    const impure = within('core').filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\./.test(file.text),
    );
    expect(impure.map((file) => file.path)).toEqual([]);
  });

  it('uses the schema library in the contract alone', () => {
    expect(
      offences(
        within('core'),
        (target, _type, path) => target === 'zod/mini' && !path.startsWith('core/contract/'),
      ),
    ).toEqual([]);
  });
});

describe('the packages', () => {
  it('do not know the product by name', () => {
    const named = readdirSync('packages', { recursive: true, encoding: 'utf8' })
      .map((name) => join('packages', name))
      .filter((path) => statSync(path).isFile() && /bilfund/i.test(readFileSync(path, 'utf8')));
    expect(named).toEqual([]);
  });
});

describe('a marketplace', () => {
  // What imitates it, and what tells people of it, may know which it is.
  const tellsOfIt = /^(demo\/|web\/|tests\/)/;
  const isList = (path: string) =>
    /^core\/marketplaces\/(marketplace-id|marketplaces|links|link-parts)\.ts$/.test(path);

  describe.each(marketplaces)('$id', ({ id, home }) => {
    const isItsOwn = (path: string) => path.startsWith(`core/marketplaces/${id}/`);
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
    const folders = readdirSync('core/marketplaces', { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    expect(folders.map(({ name }) => name).toSorted()).toEqual(
      ['ad', 'button', 'page', ...marketplaces.map(({ id }) => id)].toSorted(),
    );
  });
});

describe('the web app', () => {
  const web = within('web');
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

const handlerText = ({ source, exportName }: DeclaredFunction) => {
  const text = readFileSync(source, 'utf8').replace(/\(\s+/g, '(');
  const from = text.search(new RegExp(`^export (?:const|(?:async )?function) ${exportName}\\b`, 'm'));
  const rest = text.slice(from + 1);
  return from < 0 ? '' : rest.slice(0, rest.search(/^export /m) >>> 0);
};

describe('the contract', () => {
  it.each(routeFunctions)('$routeKey has its handler', (route) => {
    expect(handlerText(route)).toContain(`ndpoint('${route.routeKey}'`);
  });

  it.each(workerFunctions)('the worker $name has its handler', (worker) => {
    expect(handlerText(worker)).not.toBe('');
  });

  it('has a row for every handler', () => {
    const declared = new Set(declaredFunctions.map(({ source, exportName }) => `${source} ${exportName}`));
    const handlers = within('functions')
      .filter(({ path }) => /\/(api|workers)\.ts$/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:const|(?:async )?function) (\w+(?:Route|Worker))\b/gm)].map(
          ([, name]) => `${path} ${name}`,
        ),
      );
    expect(handlers.filter((handler) => !declared.has(handler))).toEqual([]);
  });

  it('verifies the signature on every route that Stripe calls', () => {
    const called = routeFunctions.filter(({ row }) => row.auth === 'stripe');
    expect(called.map(({ routeKey }) => routeKey)).toEqual(['POST /api/payments/webhook']);
    for (const route of called) expect(handlerText(route)).toContain('await readSignedEvent(body');
  });

  it('guards every account route against foreign pages and floods', () => {
    const unguarded = routeFunctions
      .filter(({ routeKey }) => routeKey.includes('/api/auth/'))
      .filter((route) => !handlerText(route).includes(`accountEndpoint('${route.routeKey}'`));
    expect(unguarded.map(({ routeKey }) => routeKey)).toEqual([]);
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
  let bundles: Awaited<ReturnType<typeof bundleEach>>;
  // All at once, which on a busy machine takes longer than a test may.
  beforeAll(async () => {
    bundles = await bundleEach(declaredFunctions);
  });
  const bundleOf = (name: string) => bundles.get(name)!;

  it.each(declaredFunctions)('$name finds all the environment that it reads', async (declared) => {
    const { name, row } = declared;
    const needed = row.needs.flatMap((need) => needEnvironment[need]);
    const settings = declared.kind === 'route' ? settingEnvironment : declared.row.settings;
    const set = new Set<string>([...commonEnvironment, ...poolEnvironment, ...needed, ...settings]);
    const unset = environmentReads(bundleOf(name)).filter((name) => !set.has(name) && !isAmbient(name));
    expect(unset).toEqual([]);
  });

  // What the code can ask for is read off the code, not off the row: a need too few fails here, and so does one too many.
  it.each(declaredFunctions)('$name declares exactly the needs of its code', async ({ name, row }) => {
    expect([...row.needs].sort()).toEqual(provenNeeds(bundleOf(name)).sort());
  });

  it('does without the SDK of the server for assistants, except that server', async () => {
    const loading = [...bundles].filter(([, text]) => text.includes('@modelcontextprotocol/'));
    expect(loading.map(([name]) => name)).toEqual(['mcp']);
  });

  it('is read for what it calls and not for what it imports', async () => {
    const signIn = environmentReads(bundleOf('sign-in'));
    expect(signIn).toEqual(expect.arrayContaining(['USER_POOL_ID', 'TABLE_NAME', 'PUBLIC_ORIGIN']));
    expect(provenNeeds(bundleOf('live-message'))).toEqual(['live:send']);
  });
});

/** Files of tests that share a process (`isolate: false`); the other projects have one for each file. */
const shared = readSources().filter(
  ({ path }) =>
    /^tests\/(core|functions|lib|demo|judges)\//.test(path) || /^packages\/[^/]+\/tests\//.test(path),
);

describe('a stand-in of one file of tests', () => {
  it('for a client of the SDK goes with its file (tests/support/stand-in-for.ts)', () => {
    const left = shared.filter(({ text }) => /\bmockClient\((?=[A-Z])/.test(text));
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  it('for a module is taken away again, with what was loaded beside it', () => {
    const left = shared.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*vi\.(?:mock|doMock)\(\s*(?:import\()?'([^']+)'/gm)]
        .filter(([, id]) => !text.includes(`vi.doUnmock('${id}')`) || !text.includes('vi.resetModules()'))
        .map(([, id]) => `${path}: ${id}`),
    );
    expect(left).toEqual([]);
  });
});
