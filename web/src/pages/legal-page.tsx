import { OperatorNote } from '../app/footer.tsx';
import { useLanguage } from '../i18n/language.tsx';
import { legalNote } from '../i18n/pages/releases.ts';
import { legalTexts } from '../i18n/text-parts.ts';
import { TextPage } from './text-page.tsx';

/** Terms, privacy and changelog: text with its version and where to write. */
function LegalPage({ page }: { page: 'terms' | 'privacy' | 'changelog' }) {
  const { language } = useLanguage();
  const note = legalNote[language];
  return (
    <div className="column">
      <TextPage text={legalTexts.read(language)[page]} heading="h1">
        <p className="mt-10 border-t border-rule pt-5 text-meta text-ink-3">
          {note} · <OperatorNote />
        </p>
      </TextPage>
    </div>
  );
}

export const Terms = () => <LegalPage page="terms" />;
export const Privacy = () => <LegalPage page="privacy" />;
export const Changelog = () => <LegalPage page="changelog" />;
