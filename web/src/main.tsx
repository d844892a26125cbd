import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from './api/session.ts';
import { App } from './app.tsx';
import { LanguageProvider, loadTexts, storedLanguage } from './i18n/language.tsx';
import './styles/app.css';

// The list restores its own place; the browser's guess would come too early.
history.scrollRestoration = 'manual';

void restoreSession();
const language = storedLanguage();
const texts = await loadTexts(language);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider initial={{ language, texts }}>
        <App />
      </LanguageProvider>
    </StrictMode>,
  );
}
