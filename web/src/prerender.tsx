import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { type StaticPage, staticPages } from '#core/pages/site.ts';
import { type Language, languages } from '#core/shared.ts';
import { createQueryClient } from './api/queries.ts';
import { pageTitle } from './app/layout.tsx';
import { App } from './app.tsx';
import type { Texts } from './i18n/en.ts';
import { LanguageProvider, loadTexts } from './i18n/language.tsx';
import { helpTexts, legalTexts } from './i18n/text-parts.ts';

/** A static page as a visitor first sees it. */
type PrerenderedPage = StaticPage & {
  language: Language;
  title: string;
  description: string;
  /** HTML of what stands in the app's root. */
  content: string;
};

async function descriptionOf(name: string, language: Language, t: Texts): Promise<string> {
  const pages = { ...(await helpTexts.load(language)), ...(await legalTexts.load(language)) };
  if (name in pages) return pages[name as keyof typeof pages].lead;
  if (name === 'login') return t.accounts.logInLead;
  return name === 'register' ? t.accounts.registerLead : t.home.lead;
}

async function renderPage(page: StaticPage, language: Language, texts: Texts): Promise<PrerenderedPage> {
  const client = createQueryClient();
  const address = new URL(page.path, 'https://bilfund.invalid');
  const { prelude } = await prerender(
    <StrictMode>
      <LanguageProvider initial={{ language, texts }}>
        <StaticRouter location={page.path}>
          <App client={client} />
        </StaticRouter>
      </LanguageProvider>
    </StrictMode>,
    // In one piece: what comes later would be put in its place by inline scripts, which our policy forbids.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const content = await new Response(prelude).text();
  // What it would forget in some minutes would keep the build waiting.
  client.clear();
  return {
    ...page,
    language,
    title: pageTitle(address.pathname, address.searchParams, texts) ?? texts.home.title,
    description: await descriptionOf(page.name, language, texts),
    content,
  };
}

/** Every static page in both languages, one after the other. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const language of languages) {
    const texts = await loadTexts(language);
    for (const page of staticPages) pages.push(await renderPage(page, language, texts));
  }
  return pages;
}
