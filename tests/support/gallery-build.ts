import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { repositoryRoot } from '#lib/build/output.ts';

export type GalleryBuild = { folder: string; remove(): Promise<void> };

/**
 * The gallery as files in a temporary folder: "/gallery/index.html" and what it loads. Only the development server has it
 * otherwise, and that one keeps a cache which two runs at once would share. 1–2 s.
 */
export async function buildGallery(): Promise<GalleryBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'bilfund-gallery-'));
  const root = join(repositoryRoot, 'web');
  await build({
    ...{ configFile: false, root, publicDir: false, logLevel: 'error' },
    plugins: [react(), tailwindcss()],
    build: {
      outDir: folder,
      emptyOutDir: false,
      ...{ minify: false, assetsInlineLimit: 0, modulePreload: false },
      rolldownOptions: { input: join(root, 'gallery/index.html') },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
