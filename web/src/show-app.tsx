import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/queries.ts';
import { isSurelySignedOut, restoreSession } from './api/session.ts';
import { App } from './app.tsx';
import { LanguageProvider, loadTexts, takeLanguage } from './i18n/language.tsx';

// The list restores its own place; the browser's guess would come too early.
history.scrollRestoration = 'manual';

/** The queries by which a page was built ahead. Any other, and what a screen hands to the next, shows more than was built. */
const builtQueries = ['view', 'lang'];

function isAsBuilt(): boolean {
  const handedOver = (history.state as { usr?: unknown } | null)?.usr ?? null;
  const queries = [...new URLSearchParams(location.search).keys()];
  return handedOver === null && queries.every((name) => builtQueries.includes(name));
}

/** Shows the app: over the page that was built ahead where it says the same, else in its place. */
async function showApp(): Promise<void> {
  const language = takeLanguage();
  const texts = await loadTexts(language);
  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <StrictMode>
      <LanguageProvider initial={{ language, texts }}>
        <BrowserRouter>
          <App client={createQueryClient()} />
        </BrowserRouter>
      </LanguageProvider>
    </StrictMode>
  );
  // A page that was there before the app was made for visitors, in the language it names (`before.js` hides it from others).
  const isTheirs = document.documentElement.lang === language && isSurelySignedOut() && isAsBuilt();
  // In slices: a press or a scroll is not kept waiting by the first drawing of the whole page.
  if (root.hasChildNodes() && isTheirs) startTransition(() => void hydrateRoot(root, app));
  else {
    root.replaceChildren();
    startTransition(() => createRoot(root).render(app));
  }
  document.documentElement.classList.remove('outdated');
}

void restoreSession();
// Not awaited here: a file that waits at its top keeps the bundler from joining what is loaded together.
void showApp();
