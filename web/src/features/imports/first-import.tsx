import { useAbout } from '../../api/use-about.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';

/** The largest towns, by what Marketplace calls them in its addresses. */
const towns = [
  ['København', 'copenhagen'],
  ['Aarhus', 'aarhus'],
  ['Odense', 'odense'],
  ['Aalborg', 'aalborg'],
] as const;
const newestCars = (slug: string) =>
  `https://www.facebook.com/marketplace/${slug}/vehicles?maxPrice=100000&sortBy=creation_time_descend`;
const mostShown = 3;

type Props = { isDisabled: boolean; onPick: (url: string, name: string) => void };

/** Searches that start with one press, for who has no link at hand: the demo's own, or the newest cars of a large town. */
export function FirstImport({ isDisabled, onPick }: Props) {
  const t = useImportTexts();
  const { language } = useLanguage();
  const about = useAbout();
  const demo = about?.demo?.links
    .filter(({ kind }) => kind === 'search')
    .slice(0, mostShown)
    .map((link) => ({ url: link.url, label: (language === 'da' && link.danishTitle) || link.title }));
  const searches =
    demo ?? towns.map(([town, slug]) => ({ url: newestCars(slug), label: t.imports.newestIn(town) }));
  // One line of a fixed height, wherever the answer is: nothing moves when it comes.
  return (
    <div className="mt-2 -mr-5 flex h-13 items-center gap-2 overflow-x-auto pr-5 pb-1 whitespace-nowrap [mask-image:linear-gradient(90deg,#000_85%,transparent)] [scrollbar-width:none] md:mr-0 xl:[mask-image:none]">
      <span className="mr-1 text-meta text-ink-2 max-md:sr-only">{t.imports.firstLead}</span>
      {about &&
        searches.map(({ url, label }) => (
          <button
            key={url}
            type="button"
            disabled={isDisabled}
            className={`${button.secondary} flex-none`}
            onClick={() => onPick(url, label)}
          >
            {label}
          </button>
        ))}
    </div>
  );
}
