import { useLanguage } from '../i18n/language.tsx';
import { helpTexts } from '../i18n/text-parts.ts';
import { Icon } from '../ui/icon.tsx';
import { sectionId, TextFrame } from './text-page.tsx';

/** Six categories of questions that open in place. */
export default function Faq() {
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
