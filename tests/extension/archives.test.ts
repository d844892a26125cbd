import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePatterns } from '#core/marketplaces/marketplace-id.ts';
import { buildExtension } from '#lib/build/build-extension.ts';

const installation = { origin: 'https://bilfund.example', demoOrigin: null };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilfund-extension-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['chrome', 'firefox'] as const)('the extension for %s', (browser) => {
  let archive: Uint8Array;
  let manifest: Record<string, unknown>;
  beforeAll(async () => {
    archive = await buildExtension(browser, installation, join(folder, browser));
    manifest = JSON.parse(new TextDecoder().decode(unzipSync(archive)['manifest.json']));
  });

  it('asks for alarms, storage, the three sites and the installation, and for nothing else', () => {
    expect(manifest.permissions).toEqual(['alarms', 'storage']);
    expect(manifest.host_permissions).toEqual([
      ...Object.values(pagePatterns).flat(),
      `${installation.origin}/*`,
    ]);
  });

  it('holds every file that its manifest names', () => {
    const named = JSON.stringify(manifest).match(/[\w-]+\.(?:js|png|html)/g)!;
    expect(Object.keys(unzipSync(archive))).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it('builds to the same bytes again', async () => {
    expect(await buildExtension(browser, installation, join(folder, browser))).toEqual(archive);
  });
});
