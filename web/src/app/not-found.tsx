import { useTexts } from '../i18n/language.tsx';
import { ScreenNotice } from '../ui/messages.tsx';

export default function NotFound() {
  const t = useTexts();
  return <ScreenNotice title={t.shell.notFoundTitle} text={t.shell.notFoundText} />;
}
