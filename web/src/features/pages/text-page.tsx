import type { ReactNode } from 'react';
import type { PageText } from '../../i18n/pages/page-text.ts';

type Props = {
  text: PageText;
  heading: 'h1' | 'h2';
  /** What stands under the heading of a section, by its place from 0. */
  picture?: (place: number) => ReactNode;
  children?: ReactNode;
};

/** A page of text in one readable column. As a view of the list its title is an h2. */
export function TextPage({ text, heading: Heading, picture, children }: Props) {
  const Section = Heading === 'h1' ? 'h2' : 'h3';
  return (
    <article className="max-w-[68ch] py-10 md:py-14">
      <Heading className="text-[44px]/12 tracking-[-0.035em]">{text.title}</Heading>
      <p className="mt-3 text-lead text-ink-2">{text.lead}</p>
      {text.sections.map((section, place) => (
        <section key={section.heading} className="mt-9 border-t border-rule pt-6">
          <Section className="text-[22px]/7 tracking-[-0.015em]">{section.heading}</Section>
          {picture?.(place)}
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3 text-body text-ink-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      {children}
    </article>
  );
}
