import { useTexts } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { ScreenNotice } from '../../ui/screen-notice.tsx';

export default function NotFound() {
  const t = useTexts();
  return (
    <ScreenNotice
      heading={t.shell.notFoundTitle}
      title={t.shell.notFoundTitle}
      text={t.shell.notFoundText}
      to={paths.home}
      action={t.common.backToHome}
    />
  );
}
