import { basename } from 'node:path';
import { build } from 'esbuild';
import { type Need, needEnvironment } from '#core/contract/needs.ts';
import { contractRows, entryOf } from '#lib/build/contract-rows.ts';
import { pureValues } from '#lib/build/pure-values.ts';
import type { DeclaredFunction } from '#lib/functions.ts';

// The composition root reads what stands behind a port when the port is first used, and not every function uses each.
const lazyFile = /(platform|\.)\/services\.ts$/;

/**
 * Each function as one text, by its name, with what it never calls shaken off: reading imports alone would blame a function for
 * its neighbours in a file. A member of an object that nobody calls is left in by the bundler, so its line is taken out here.
 */
export async function bundleEach(
  functions: readonly DeclaredFunction[],
): Promise<ReadonlyMap<string, string>> {
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
export function environmentReads(bundle: string): string[] {
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
export function provenNeeds(bundle: string): Need[] {
  const reads = new Set<string>(environmentReads(bundle));
  return (Object.keys(needEnvironment) as Need[]).filter(
    (need) => needEnvironment[need].every((name) => reads.has(name)) && (evidence[need]?.(bundle) ?? true),
  );
}
