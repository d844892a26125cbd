import { useMemo } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useLanguage, useTexts } from './language.tsx';
import { type TextPart, textPart } from './text-part.ts';

/** The texts of others and those of a part; asks for its own before it waits, so that neither waits for the other. */
const joined =
  <All, Own>(useOthers: () => All, part: TextPart<Own>) =>
  (): All & Own => {
    const { language } = useLanguage();
    void part.ask(language);
    const others = useOthers();
    const own = part.read(language);
    return useMemo(() => ({ ...others, ...own }), [others, own]);
  };

/** The texts of a part alone. */
const alone =
  <Own>(part: TextPart<Own>) =>
  (): Own =>
    part.read(useLanguage().language);

/** What only the profile, the upgrade dialog and the payment pages say. */
export const accountTexts = textPart({
  en: async () => ({ ...(await import('./en/payments.ts')), ...(await import('./en/profile.ts')) }),
  da: async () => ({ ...(await import('./da/payments.ts')), ...(await import('./da/profile.ts')) }),
});

export const useAccountTexts = joined(useTexts, accountTexts);

/** What only a car's page and the comparison say. */
export const carTexts = textPart({
  en: () => import('./en/car-page.ts'),
  da: () => import('./da/car-page.ts'),
});

export const useCarTexts = joined(useTexts, carTexts);
export type CarTexts = ReturnType<typeof useCarTexts>;

/** What only the comparison and the keyboard help say. */
export const browseTexts = textPart({
  en: () => import('./en/browse.ts'),
  da: () => import('./da/browse.ts'),
});

export const useBrowseTexts = joined(useCarTexts, browseTexts);
export type BrowseTexts = ReturnType<typeof useBrowseTexts>;

/** What only imports, their history and the searches that repeat them say. */
export const importTexts = textPart({
  en: () => import('./en/imports.ts'),
  da: () => import('./da/imports.ts'),
});

export const useImportTexts = joined(useTexts, importTexts);

/** What only the Bilfund button's two screens say. */
export const buttonTexts = textPart({
  en: () => import('./en/button.ts'),
  da: () => import('./da/button.ts'),
});

export const useButtonTexts = joined(useImportTexts, buttonTexts);

/** What only lists, saved searches and the sharing of a list say. */
export const collectionTexts = textPart({
  en: () => import('./en/collections.ts'),
  da: () => import('./da/collections.ts'),
});

const useCollectionPart = alone(collectionTexts);
export const useCollectionTexts = () => useCollectionPart().collections;
export const useSharingTexts = () => useCollectionPart().sharing;

/** What a person's own notes on cars say. */
export const huntTexts = textPart({
  en: () => import('./en/hunt.ts'),
  da: () => import('./da/hunt.ts'),
});

export const useHuntTexts = () => huntTexts.read(useLanguage().language).hunt;

/** What the cost of owning a car says. */
export const costTexts = textPart({
  en: () => import('./en/cost.ts'),
  da: () => import('./da/cost.ts'),
});

export const useCostTexts = alone(costTexts);
export type CostTexts = ReturnType<typeof useCostTexts>;

export type PanelTexts = typeof import('./en/filters.ts').panel;

/** What only the panel of the filters says, some of their chips, a list that they leave empty, and the count of a card. */
export const filterTexts = textPart({
  en: () => import('./en/filters.ts'),
  da: () => import('./da/filters.ts'),
});

export function useFilterTexts() {
  const { language } = useLanguage();
  const texts = useTexts();
  const { panel, empty, toCheck } = filterTexts.read(language);
  return useMemo(
    () => ({ ...texts, filters: { ...texts.filters, ...panel }, empty, toCheck }),
    [texts, panel, empty, toCheck],
  );
}

/** What only the notifications and the automated searches say. */
export const inboxTexts = textPart({
  en: async () => ({ ...(await import('./en/notifications.ts')), ...(await import('./en/searches.ts')) }),
  da: async () => ({ ...(await import('./da/notifications.ts')), ...(await import('./da/searches.ts')) }),
});

export const useInboxTexts = joined(useTexts, inboxTexts);

/** The texts of forms for a plate, and of the page that values one car by its plate. */
export const plateTexts = textPart({
  en: () => import('./en/plates.ts'),
  da: () => import('./da/plates.ts'),
});

export const usePlateTexts = alone(plateTexts);
export const useCheckTexts = joined(useCarTexts, plateTexts);

/** What only the page says that explains the ratings. */
export const ratingTexts = textPart({
  en: () => import('./en/rating.ts'),
  da: () => import('./da/rating.ts'),
});

export const useRatingTexts = joined(useTexts, ratingTexts);

/** What the register's story of a car says, and what to look out for. */
export const storyTexts = textPart({
  en: () => import('./en/story.ts'),
  da: () => import('./da/story.ts'),
});

export const useStoryTexts = joined(useCarTexts, storyTexts);
export type StoryTexts = ReturnType<typeof useStoryTexts>;

/** What the sheet for a viewing and the advice before paying say. */
export const viewingTexts = textPart({
  en: () => import('./en/viewing.ts'),
  da: () => import('./da/viewing.ts'),
});

export const useViewingTexts = joined(useStoryTexts, viewingTexts);
export type ViewingTexts = ReturnType<typeof useViewingTexts>;

/** What the guide, the questions, the plans for the future and the support page say. */
export const helpTexts = textPart({
  en: () => import('./en/pages/help.ts'),
  da: () => import('./da/pages/help.ts'),
});

/** What the terms, the privacy page and the changelog say. */
export const legalTexts = textPart({
  en: () => import('./en/pages/legal.ts'),
  da: () => import('./da/pages/legal.ts'),
});

/**
 * The sentence for an error: the service's own words in English, ours by code in Danish and where it sent none. `fallback`
 * stands where there is none that says more (docs/spec.md 8).
 */
export function useFailureText(): (error: unknown, fallback?: string) => string {
  const {
    language,
    texts: { failures },
  } = useLanguage();
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback ?? failures.internal;
    const own = language === 'en' && (error.serverMessage || fallback);
    if (own) return own;
    return (error.code === 'internal' && fallback) || (failures[error.code] ?? fallback ?? failures.internal);
  };
}
