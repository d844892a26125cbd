import { useMemo } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Texts } from './en.ts';
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

type OwnAccountTexts = typeof import('./en/payments.ts') & typeof import('./en/profile.ts');

/** What only the profile, the upgrade dialog and the payment pages say. */
export const accountTexts = textPart<OwnAccountTexts>({
  en: async () => ({ ...(await import('./en/payments.ts')), ...(await import('./en/profile.ts')) }),
  da: async () => ({ ...(await import('./da/payments.ts')), ...(await import('./da/profile.ts')) }),
});

export const useAccountTexts = joined(useTexts, accountTexts);

type OwnCarTexts = typeof import('./en/car-page.ts');
export type CarTexts = Texts & OwnCarTexts;

/** What only a car's page and the comparison say. */
export const carTexts = textPart<OwnCarTexts>({
  en: () => import('./en/car-page.ts'),
  da: () => import('./da/car-page.ts'),
});

export const useCarTexts = joined(useTexts, carTexts);

type OwnBrowseTexts = typeof import('./en/browse.ts');
export type BrowseTexts = CarTexts & OwnBrowseTexts;

/** What only the comparison and the keyboard help say. */
export const browseTexts = textPart<OwnBrowseTexts>({
  en: () => import('./en/browse.ts'),
  da: () => import('./da/browse.ts'),
});

export const useBrowseTexts = joined(useCarTexts, browseTexts);

type OwnImportTexts = typeof import('./en/imports.ts');

/** What only imports, their history and the searches that repeat them say. */
export const importTexts = textPart<OwnImportTexts>({
  en: () => import('./en/imports.ts'),
  da: () => import('./da/imports.ts'),
});

export const useImportTexts = joined(useTexts, importTexts);

type OwnButtonTexts = typeof import('./en/button.ts');

/** What only the Bilfund button's two screens say. */
export const buttonTexts = textPart<OwnButtonTexts>({
  en: () => import('./en/button.ts'),
  da: () => import('./da/button.ts'),
});

export const useButtonTexts = joined(useImportTexts, buttonTexts);

type CollectionPart = typeof import('./en/collections.ts');

/** What only lists, saved searches and the sharing of a list say. */
export const collectionTexts = textPart<CollectionPart>({
  en: () => import('./en/collections.ts'),
  da: () => import('./da/collections.ts'),
});

const useCollectionPart = alone(collectionTexts);
export const useCollectionTexts = (): CollectionPart['collections'] => useCollectionPart().collections;
export const useSharingTexts = (): CollectionPart['sharing'] => useCollectionPart().sharing;

type HuntPart = typeof import('./en/hunt.ts');

/** What a person's own notes on cars say. */
export const huntTexts = textPart<HuntPart>({
  en: () => import('./en/hunt.ts'),
  da: () => import('./da/hunt.ts'),
});

export const useHuntTexts = (): HuntPart['hunt'] => huntTexts.read(useLanguage().language).hunt;

export type CostTexts = typeof import('./en/cost.ts');

/** What the cost of owning a car says. */
export const costTexts = textPart<CostTexts>({
  en: () => import('./en/cost.ts'),
  da: () => import('./da/cost.ts'),
});

export const useCostTexts = alone(costTexts);

type OwnFilterTexts = typeof import('./en/filters.ts');
export type PanelTexts = OwnFilterTexts['panel'];
type FilterTexts = Omit<Texts, 'filters'> & {
  filters: Texts['filters'] & PanelTexts;
  empty: OwnFilterTexts['empty'];
  toCheck: OwnFilterTexts['toCheck'];
};

/** What only the panel of the filters says, some of their chips, a list that they leave empty, and the count of a card. */
export const filterTexts = textPart<OwnFilterTexts>({
  en: () => import('./en/filters.ts'),
  da: () => import('./da/filters.ts'),
});

export function useFilterTexts(): FilterTexts {
  const { language } = useLanguage();
  const texts = useTexts();
  const { panel, empty, toCheck } = filterTexts.read(language);
  return useMemo(
    () => ({ ...texts, filters: { ...texts.filters, ...panel }, empty, toCheck }),
    [texts, panel, empty, toCheck],
  );
}

type OwnInboxTexts = typeof import('./en/notifications.ts') & typeof import('./en/searches.ts');

/** What only the notifications and the automated searches say. */
export const inboxTexts = textPart<OwnInboxTexts>({
  en: async () => ({ ...(await import('./en/notifications.ts')), ...(await import('./en/searches.ts')) }),
  da: async () => ({ ...(await import('./da/notifications.ts')), ...(await import('./da/searches.ts')) }),
});

export const useInboxTexts = joined(useTexts, inboxTexts);

type PlateTexts = typeof import('./en/plates.ts');

/** The texts of forms for a plate, and of the page that values one car by its plate. */
export const plateTexts = textPart<PlateTexts>({
  en: () => import('./en/plates.ts'),
  da: () => import('./da/plates.ts'),
});

export const usePlateTexts = alone(plateTexts);
export const useCheckTexts = joined(useCarTexts, plateTexts);

type OwnRatingTexts = typeof import('./en/rating.ts');

/** What only the page says that explains the ratings. */
export const ratingTexts = textPart<OwnRatingTexts>({
  en: () => import('./en/rating.ts'),
  da: () => import('./da/rating.ts'),
});

export const useRatingTexts = joined(useTexts, ratingTexts);

type OwnStoryTexts = typeof import('./en/story.ts');
export type StoryTexts = CarTexts & OwnStoryTexts;

/** What the register's story of a car says, and what to look out for. */
export const storyTexts = textPart<OwnStoryTexts>({
  en: () => import('./en/story.ts'),
  da: () => import('./da/story.ts'),
});

export const useStoryTexts = joined(useCarTexts, storyTexts);

type ViewingPart = typeof import('./en/viewing.ts');
export type ViewingTexts = StoryTexts & ViewingPart;

/** What the sheet for a viewing and the advice before paying say. */
export const viewingTexts = textPart<ViewingPart>({
  en: () => import('./en/viewing.ts'),
  da: () => import('./da/viewing.ts'),
});

export const useViewingTexts = joined(useStoryTexts, viewingTexts);

/** What the guide, the questions, the plans for the future and the support page say. */
export const helpTexts = textPart<typeof import('./en/pages/help.ts')>({
  en: () => import('./en/pages/help.ts'),
  da: () => import('./da/pages/help.ts'),
});

/** What the terms, the privacy page and the changelog say. */
export const legalTexts = textPart<typeof import('./en/pages/legal.ts')>({
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
