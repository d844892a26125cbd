import { useTexts } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';

export default function NotFound() {
  const t = useTexts();
  return (
    <div className="column">
      <h1 className="sr-only">{t.shell.notFoundTitle}</h1>
      <EmptyState title={t.shell.notFoundTitle} text={t.shell.notFoundText}>
        <Link to={paths.home} className={button.primary}>
          {t.common.backToHome}
        </Link>
      </EmptyState>
    </div>
  );
}
