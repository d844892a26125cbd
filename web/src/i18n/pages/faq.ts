import { textPart } from '../text-part.ts';

export type FaqText = {
  title: string;
  lead: string;
  categories: { heading: string; questions: { question: string; answer: string }[] }[];
};

export const faq = textPart<FaqText>({
  en: async () => (await import('../en/pages/faq.ts')).faq,
  da: async () => (await import('../da/pages/faq.ts')).faq,
});
