import { operatorSentence } from '#core/operator.ts';
import { useAbout } from '../api/use-about.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';

/** Who runs the installation and where to write to them, or that nobody is named; nothing until it is known. */
export function OperatorNote() {
  const t = useTexts();
  const { language } = useLanguage();
  const about = useAbout();
  if (!about) return null;
  if (!about.operator) return <>{t.shell.noOperator}</>;
  return (
    <>
      {operatorSentence(about.operator, language)}{' '}
      <a href={`mailto:${about.operator.supportMail}`} className="underline underline-offset-3 wrap-anywhere">
        {about.operator.supportMail}
      </a>
    </>
  );
}
