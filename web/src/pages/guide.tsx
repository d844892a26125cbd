import pictures from '../assets/guide.svg';
import { useLanguage } from '../i18n/language.tsx';
import { helpTexts } from '../i18n/text-parts.ts';
import { TextPage } from './text-page.tsx';

/** One drawing with a view for each step, without words: it serves both languages, and the text says all that it shows. */
const picture = (place: number) => (
  <img
    src={`${pictures}#step${place + 1}`}
    alt=""
    width={640}
    height={160}
    loading="lazy"
    className="mt-4 h-auto w-full"
  />
);

export default function Guide() {
  const { language } = useLanguage();
  return <TextPage text={helpTexts.read(language).guide} heading="h2" picture={picture} />;
}
