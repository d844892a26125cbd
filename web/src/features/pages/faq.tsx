import { useLanguage } from '../../i18n/language.tsx';
import { helpTexts } from '../../i18n/pages/help-texts.ts';
import { Icon } from '../../ui/icon.tsx';

/** Six categories of questions that open in place. */
export default function Faq() {
  const { language } = useLanguage();
  const text = helpTexts.read(language).faq;
  return (
    <article className="max-w-[68ch] py-10 md:py-14">
      <h2 className="text-[44px]/12 tracking-[-0.035em]">{text.title}</h2>
      <p className="mt-3 text-lead text-ink-2">{text.lead}</p>
      {text.categories.map((category) => (
        <section key={category.heading} className="mt-9">
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
              <p className="pb-5 text-body text-ink-2">{answer}</p>
            </details>
          ))}
        </section>
      ))}
    </article>
  );
}
