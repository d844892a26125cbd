import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { fillShell, headTags } from '#core/pages/html.ts';
import type { StaticPage } from '#core/pages/site.ts';
import type { Language } from '#core/shared.ts';
import { appPage, prerenderedPrefix } from '../viewer-functions.ts';
import { buildDirectory, originMark, repositoryRoot, webDirectory } from './output.ts';

/** What `web/src/prerender.tsx` makes: this folder names it by its path only. */
type Renderer = {
  prerenderPages(): Promise<
    (StaticPage & { language: Language; title: string; description: string; content: string })[]
  >;
};

/** Hides a page made for visitors from those who have signed in or chosen another language. */
const beforeScript = '<script src="/before.js"></script>';

async function loadRenderer(): Promise<Renderer> {
  const outDir = join(buildDirectory, 'prerender');
  await build({
    configFile: join(repositoryRoot, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      emptyOutDir: true,
      manifest: false,
      // The app's own files are deployed already.
      copyPublicDir: false,
    },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href) as Promise<Renderer>;
}

/** Writes every static page of the built app as HTML with its text, "pages/faq.da.html", so that it is there before the app. */
export async function prerenderPages(): Promise<void> {
  const { prerenderPages: render } = await loadRenderer();
  const shell = readFileSync(join(webDirectory, appPage), 'utf8');
  const folder = join(webDirectory, prerenderedPrefix);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, language, path, title, description, content } of await render()) {
    const tags = headTags({
      language,
      title,
      description,
      origin: originMark,
      path,
      imagePath: language === 'en' ? '/share/bilfund.jpg' : `/share/bilfund.jpg?lang=${language}`,
      imageText: title,
      kind: 'website',
    });
    const page = fillShell(shell, { language, head: `${tags}\n    ${beforeScript}`, content });
    writeFileSync(join(folder, `${name}.${language}.html`), page);
  }
}
