/** A page of plain text: sections of paragraphs. */
export type PageText = {
  title: string;
  lead: string;
  sections: { heading: string; paragraphs: string[] }[];
};

export type FaqText = {
  title: string;
  lead: string;
  categories: { heading: string; questions: { question: string; answer: string }[] }[];
};

type FormText = {
  heading: string;
  lead: string;
  description: string;
  placeholder: string;
  send: string;
  subject: string;
};

export type SupportText = {
  title: string;
  lead: string;
  readGuide: string;
  readFaq: string;
  email: string;
  emailHint: string;
  from: (email: string) => string;
  note: string;
  /** For who has no mail program. */
  noProgram: string;
  copy: string;
  copied: string;
  copyFailed: string;
  bug: FormText;
  feature: FormText;
};
