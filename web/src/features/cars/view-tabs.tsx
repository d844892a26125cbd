import { useEffect, useRef } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { type View, views } from './list-state.ts';
import { useCounts } from './use-car-list.ts';

/**
 * The view selector: text tabs that scroll sideways on a phone, the current one in sight. It asks for the count of all cars
 * itself: a new one must not draw the whole screen again.
 */
export function ViewTabs({ current }: { current: View }) {
  const t = useTexts();
  const total = useCounts().data?.total;
  const tab = useRef<HTMLLIElement>(null);
  const isScrolled = useRef(false);
  useEffect(() => {
    // Where nothing has moved, the first tab needs no look at how the page is laid out.
    if (current === views[0] && !isScrolled.current) return;
    isScrolled.current = true;
    // A third of a phone's width is left for the tabs before it.
    tab.current?.closest('nav')?.scrollTo({ left: tab.current.offsetLeft - 120 });
  }, [current]);
  return (
    <nav
      aria-label={t.list.views}
      className="relative -mx-5 overflow-x-auto [mask-image:linear-gradient(90deg,#000_85%,transparent)] [scrollbar-width:none] md:mx-0 xl:[mask-image:none]"
    >
      <ul className="flex w-max min-w-full gap-6 border-b border-rule px-5 text-control whitespace-nowrap text-ink-2 md:gap-7 md:px-0">
        {views.map((view) => (
          <li key={view} ref={view === current ? tab : null}>
            <Link
              to={paths.view(view)}
              aria-current={view === current ? 'page' : undefined}
              className="relative block py-4 -outline-offset-2 before:absolute before:-inset-x-3 before:inset-y-0 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-accent"
            >
              {t.list[view]}
              {view === 'all' && total !== undefined && (
                <sup className="ml-0.75 text-[12px] leading-0 font-medium text-ink-3">
                  {formatNumber(total)}
                </sup>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
