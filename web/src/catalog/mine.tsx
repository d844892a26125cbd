import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { DealMark } from '../ui/deal-badge.tsx';
import { Link } from '../ui/link.tsx';
import { defaultListState, type ListState, writeListState } from './list-state.ts';
import { carListQuery } from './use-car-list.ts';

type Props = {
  /** When the reader was here before; null: never. */
  visitedAt: string | null;
  hasPremium: boolean;
  mode: ListState['mode'];
};

/**
 * What came for this reader: the cars that are new since they were here, and the amazing ones that their own imports and
 * searches brought. Each number is that of the list it leads to; none is shown for nothing.
 */
export function Mine({ visitedAt, hasPremium, mode }: Props) {
  const t = useTexts();
  const newCars: ListState = { ...defaultListState, mode, newSince: visitedAt, sort: 'scraped_desc' };
  const amazing: ListState = { ...defaultListState, mode, view: 'discovered', deals: ['amazing'] };
  const newCount = useTotal(newCars, visitedAt !== null);
  const amazingCount = useTotal(amazing, hasPremium);
  const link = (state: ListState) => paths.list(writeListState(state).toString());
  const look = 'whitespace-nowrap font-semibold underline underline-offset-3 max-md:py-2';
  return (
    <p
      className={`flex flex-wrap items-center gap-x-4 text-meta sm:empty:hidden ${visitedAt === null ? 'empty:hidden' : 'max-sm:min-h-9 max-sm:w-full'}`}
    >
      {newCount > 0 && (
        <Link to={link(newCars)} className={look}>
          {t.list.newForMe(newCount)}
        </Link>
      )}
      {amazingCount > 0 && (
        <Link to={link(amazing)} className={`${look} inline-flex items-center gap-1.5 text-amazing`}>
          <DealMark deal="amazing" />
          {t.list.amazingForMe(amazingCount)}
        </Link>
      )}
    </p>
  );
}

function useTotal(state: ListState, isAsked: boolean): number {
  const { data } = useQuery({
    ...carListQuery(state),
    enabled: isAsked,
    select: ({ totalCount }) => totalCount,
  });
  return data ?? 0;
}
