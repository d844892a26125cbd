import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

export type PreparedChromium = {
  executablePath: string;
  /** Flags beyond the driver's own defaults. */
  args: string[];
  /** The whole environment to start it with: libraries and fonts come from the unpacked folder. */
  env: Record<string, string>;
};

/** Pages are not trusted: the package's defaults that let them reach across origins are left out. */
const unwantedFlags = new Set(['--disable-web-security', '--allow-running-insecure-content']);

let prepared: Promise<PreparedChromium> | undefined;

/**
 * Unpacks the browser once per machine and version and says how to start it, with puppeteer-core or
 * playwright-core. 2–4 s the first time, a look at the disk afterwards. Safe to call from several processes
 * at once.
 */
export function prepareChromium(): Promise<PreparedChromium> {
  prepared ??= prepare().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  });
  return prepared;
}

async function prepare(): Promise<PreparedChromium> {
  const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(tmpdir(), `bilfund-chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packageFolder, 'bin'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: isLambda()
      ? chromium.args.filter((flag) => !unwantedFlags.has(flag))
      : ['--no-sandbox', '--disable-gpu'],
    env: {
      ...inheritedEnvironment(),
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: folder,
    },
  };
}

/**
 * Unpacks beside the target and renames: the package itself hands out a file that another process is still
 * writing. Whoever renames second finds the folder there and uses it.
 */
async function unpack(binFolder: string, folder: string): Promise<void> {
  const staging = await mkdtemp(`${folder}.`);
  try {
    await Promise.all(startInflating(binFolder, staging));
    await pointFontsAt(folder, join(staging, 'fonts', 'fonts.conf'));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/**
 * The package unpacks into the temporary directory and reads its place before its first await: so the place
 * is changed for exactly that moment.
 */
function startInflating(binFolder: string, staging: string): Promise<unknown>[] {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = staging;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    return names.map((name) => inflate(join(binFolder, name)));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The fonts' configuration names /tmp/fonts; anywhere else every text would be blank. */
async function pointFontsAt(folder: string, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const moved = text
    .replaceAll('/tmp/fonts-cache', `${folder}/fonts-cache`)
    .replaceAll('/tmp/fonts<', `${folder}/fonts<`);
  await writeFile(path, moved);
}

function isLambda(): boolean {
  return process.env.AWS_EXECUTION_ENV?.startsWith('AWS_Lambda') === true && existsSync('/var/runtime');
}

/** The browser needs no key or token of ours: only what a program needs to run is passed on. */
function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'DISPLAY'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
