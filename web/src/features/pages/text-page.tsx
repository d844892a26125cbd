import type { ReactNode } from 'react';
import type { PageText } from '../../i18n/pages/page-text.ts';
import { sectionId, TextFrame, textLook } from './text-frame.tsx';

type Props = {
  text: PageText;
  heading: 'h1' | 'h2';
  /** What stands under the heading of a section, by its place from 0. */
  picture?: (place: number) => ReactNode;
  children?: ReactNode;
};

/** Sections of paragraphs. */
export function TextPage({ text, heading, picture, children }: Props) {
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
