import { textPart } from '../text-part.ts';

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
  write: string;
  readGuide: string;
  readFaq: string;
  email: string;
  emailHint: string;
  from: (email: string) => string;
  note: string;
  bug: FormText;
  feature: FormText;
};

export const support = textPart<SupportText>({
  en: async () => (await import('../en/pages/support.ts')).support,
  da: async () => (await import('../da/pages/support.ts')).support,
});
