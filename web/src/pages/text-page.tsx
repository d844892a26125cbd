import type { ReactNode } from 'react';
import type { Language } from '#core/shared.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { PageText } from '../i18n/pages/page-text.ts';

/** What stands beside a page of text. */
const pageWords: Record<Language, { contents: string }> = {
  en: { contents: 'On this page' },
  da: { contents: 'På denne side' },
};

type TextFrameProps = {
  title: string;
  lead: string;
  heading: 'h1' | 'h2';
  /** The headings of the page's sections, in their order; each section has its `sectionId`. */
  sections: readonly string[];
  children: ReactNode;
  /** What takes the page's whole width, under the text. */
  below?: ReactNode;
};

/** How the parts of such a page look. */
export const textLook = {
  section: 'mt-9 scroll-mt-4 border-t border-rule pt-6',
  title: 'text-[22px]/7 tracking-[-0.015em]',
  paragraph: 'mt-3 text-body text-ink-2 md:text-lead',
} as const;

/** Where the contents lead to, by the section's place from 0. */
export const sectionId = (place: number): string => `part-${place + 1}`;

/**
 * A page of text: on a desktop its contents stand beside it and stay in sight, and a line of it has some 70 characters. As a
 * view of the list its title is an h2.
 */
export function TextFrame({ title, lead, heading: Heading, sections, children, below }: TextFrameProps) {
  const { language } = useLanguage();
  const { contents } = pageWords[language];
  return (
    <article className="py-10 md:py-14">
      <Heading className="text-[44px]/12 tracking-[-0.035em]">{title}</Heading>
      <p className="mt-3 max-w-[68ch] text-lead text-ink-2">{lead}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-x-20">
        <nav aria-label={contents} className="sticky top-4 mt-9 hidden border-t border-rule pt-6 lg:block">
          <p className="text-meta font-semibold text-ink-3">{contents}</p>
          <ol className="mt-2">
            {sections.map((section, place) => (
              <li key={section}>
                <a
                  href={`#${sectionId(place)}`}
                  className="inline-block py-1 text-control text-ink-2 hover:text-ink hover:underline hover:underline-offset-3"
                >
                  {section}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[60ch]">{children}</div>
      </div>
      {below}
    </article>
  );
}

type TextPageProps = {
  text: PageText;
  heading: 'h1' | 'h2';
  /** What stands under the heading of a section, by its place from 0. */
  picture?: (place: number) => ReactNode;
  children?: ReactNode;
};

/** Sections of paragraphs. */
export function TextPage({ text, heading, picture, children }: TextPageProps) {
  const Section = heading === 'h1' ? 'h2' : 'h3';
  const headings = text.sections.map((section) => section.heading);
  return (
    <TextFrame title={text.title} lead={text.lead} heading={heading} sections={headings}>
      {text.sections.map((section, place) => (
        <section key={section.heading} id={sectionId(place)} className={textLook.section}>
          <Section className={textLook.title}>{section.heading}</Section>
          {picture?.(place)}
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className={textLook.paragraph}>
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      {children}
    </TextFrame>
  );
}
