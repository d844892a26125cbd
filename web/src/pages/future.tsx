import { useLanguage } from '../i18n/language.tsx';
import { helpTexts } from '../i18n/text-parts.ts';
import { TextPage } from './text-page.tsx';

export default function Future() {
  const { language } = useLanguage();
  return <TextPage text={helpTexts.read(language).future} heading="h2" />;
}
