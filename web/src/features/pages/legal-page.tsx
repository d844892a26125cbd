import { useLanguage } from '../../i18n/language.tsx';
import { legalNote } from '../../i18n/pages/legal-note.ts';
import type { PageText } from '../../i18n/pages/page-text.ts';
import type { TextPart } from '../../i18n/text-part.ts';
import { supportEmail } from '../../paths.ts';
import { TextPage } from './text-page.tsx';

/** Terms, privacy and changelog: text with its version and where to write. */
export function LegalPage({ texts }: { texts: TextPart<PageText> }) {
  const { language } = useLanguage();
  const note = legalNote[language];
  return (
    <div className="column">
      <TextPage text={texts.read(language)} heading="h1">
        <p className="mt-10 border-t border-rule pt-5 text-meta text-ink-3">
          {note.version} · {note.contact}{' '}
          <a href={`mailto:${supportEmail}`} className="underline underline-offset-3">
            {supportEmail}
          </a>
        </p>
      </TextPage>
    </div>
  );
}
