import { useLanguage } from '../../i18n/language.tsx';
import { future } from '../../i18n/pages/future.ts';
import { TextPage } from './text-page.tsx';

export default function Future() {
  const { language } = useLanguage();
  return <TextPage text={future.read(language)} heading="h2" />;
}
