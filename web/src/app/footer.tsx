import { operatorSentence } from '#core/operator.ts';
import { useAbout } from '../api/queries.ts';
import { helpViews } from '../catalog/list-state.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';

export function Footer() {
  const t = useTexts();
  const about = useAbout();
  const link = 'inline-block py-1 max-md:py-3 hover:underline hover:underline-offset-3';
  return (
    <footer className="drawn-in-sight mt-24 border-t border-rule [--size:267px]">
      <div className="column flex flex-wrap items-center justify-between gap-x-8 gap-y-4 pt-8 pb-10 text-meta text-ink-2">
        <Logo />
        <ul className="flex flex-wrap gap-x-6 gap-y-1 max-md:gap-y-0">
          {helpViews.map((view) => (
            <li key={view}>
              <Link to={paths.view(view)} className={link}>
                {t.list[view]}
              </Link>
            </li>
          ))}
          <li>
            <Link to={paths.howWeRate} className={link}>
              {t.shell.howWeRate}
            </Link>
          </li>
          {(['terms', 'privacy', 'changelog'] as const).map((page) => (
            <li key={page}>
              <a href={paths[page]} target="_blank" rel="noreferrer" className={link}>
                {t.shell[page]}
              </a>
            </li>
          ))}
        </ul>
        <p>{about?.demo ? t.shell.demoNote : t.shell.footerNote}</p>
        {about?.operator && (
          <p className="basis-full">
            <OperatorNote />
          </p>
        )}
      </div>
    </footer>
  );
}

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
