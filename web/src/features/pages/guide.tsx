import { useLanguage } from '../../i18n/language.tsx';
import { guide } from '../../i18n/pages/guide.ts';
import { TextPage } from './text-page.tsx';

export default function Guide() {
  const { language } = useLanguage();
  return <TextPage text={guide.read(language)} heading="h2" />;
}
