import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { LanguageProvider, loadTexts, storedLanguage, useLanguage } from '../src/i18n/language.tsx';
import { Button } from '../src/ui/button.tsx';
import './gallery.css';
import { Pieces } from './pieces.tsx';
import { schemeOf, Tokens } from './tokens.tsx';

const schemes = ['system', 'light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** Every component in every state: `npx vite web --open /gallery/`. Only the development server has it. */
function Gallery() {
  const { language, choose } = useLanguage();
  const [scheme, setScheme] = useState<Scheme>('system');
  useEffect(() => {
    if (scheme === 'system') return;
    const style = document.createElement('style');
    style.textContent = `:root { ${schemeOf(scheme)} }`;
    document.head.append(style);
    return () => style.remove();
  }, [scheme]);
  const other = language === 'en' ? 'da' : 'en';
  return (
    <main className="column pt-8 pb-24">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="grow text-[44px]/12 tracking-[-0.035em]">Gallery</h1>
        {schemes.map((each) => (
          <Button
            key={each}
            aria-pressed={each === scheme}
            look="plain"
            className="aria-pressed:text-accent"
            onClick={() => setScheme(each)}
          >
            {each}
          </Button>
        ))}
        <Button look="secondary" onClick={() => choose(other)}>
          {other.toUpperCase()}
        </Button>
      </div>
      <section className="mt-10">
        <h2 className="mb-5 text-h2 tracking-[-0.03em]">Tokens</h2>
        <Tokens />
      </section>
      <Pieces />
    </main>
  );
}

async function showGallery(): Promise<void> {
  const language = storedLanguage();
  const texts = await loadTexts(language);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <LanguageProvider initial={{ language, texts }}>
        <BrowserRouter>
          <Gallery />
        </BrowserRouter>
      </LanguageProvider>
    </StrictMode>,
  );
}

void showGallery();
