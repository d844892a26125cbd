import pictures from '../assets/guide.svg';
import { useLanguage } from '../i18n/language.tsx';
import { helpTexts } from '../i18n/text-parts.ts';
import { Icon } from '../ui/icon.tsx';
import { sectionId, TextFrame, TextPage } from './text-page.tsx';

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

export function Guide() {
  const { language } = useLanguage();
  return <TextPage text={helpTexts.read(language).guide} heading="h2" picture={picture} />;
}

export function Future() {
  const { language } = useLanguage();
  return <TextPage text={helpTexts.read(language).future} heading="h2" />;
}

/** Six categories of questions that open in place. */
export function Faq() {
  const { language } = useLanguage();
  const text = helpTexts.read(language).faq;
  return (
    <TextFrame
      title={text.title}
      lead={text.lead}
      heading="h2"
      sections={text.categories.map(({ heading }) => heading)}
    >
      {text.categories.map((category, place) => (
        <section key={category.heading} id={sectionId(place)} className="mt-9 scroll-mt-4">
          <h3 className="border-b border-ink pb-2.5 text-h3">{category.heading}</h3>
          {category.questions.map(({ question, answer }) => (
            <details key={question} className="group border-b border-rule">
              <summary className="flex list-none items-center justify-between gap-4 py-3.5 text-body font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <Icon
                  name="plus"
                  size={18}
                  className="transition-transform duration-150 group-open:rotate-45"
                />
              </summary>
              <p className="pb-5 text-body text-ink-2 md:text-lead">{answer}</p>
            </details>
          ))}
        </section>
      ))}
    </TextFrame>
  );
}
