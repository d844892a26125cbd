import type { ReactNode } from 'react';
import { mostCarsOfPage } from '#core/import/page-limits.ts';
import type { TakenPage } from '#core/marketplace/button/read-hand-over.ts';
import { describeLink } from '#core/marketplace/describe-link.ts';
import { useButtonTexts } from '../../../i18n/button-texts.ts';
import { namesOf } from './handed-names.ts';

type Props = { page: TakenPage; children: ReactNode };

/** What the button brought, in a few lines by which a reader knows the page again, and what can be done with it. */
export function ReceivedCars({ page, children }: Props) {
  const t = useButtonTexts();
  const names = namesOf(page);
  const isAd = page.kind === 'item';
  const more = page.carCount - names.length;
  return (
    <>
      <h1 className="text-[34px]/10 tracking-[-0.035em] text-balance wrap-anywhere md:text-[44px]/12">
        {isAd
          ? t.receive.ad(names[0] ?? page.path)
          : t.receive.cars(page.carCount, describeLink(page.address))}
      </h1>
      <p className="mt-3 text-lead text-ink-2">{isAd ? t.receive.adText : t.receive.searchText}</p>
      {!isAd && (
        <ul className="mt-6 border-t border-rule">
          {names.map((name) => (
            <li key={name} className="truncate border-b border-rule py-2.5 text-control">
              {name}
            </li>
          ))}
          {more > 0 && names.length > 0 && (
            <li className="py-2.5 text-meta text-ink-2">{t.receive.more(more)}</li>
          )}
        </ul>
      )}
      {page.carCount > mostCarsOfPage && (
        <p className="mt-3 text-meta text-ink-2">{t.receive.onlyFirst(mostCarsOfPage)}</p>
      )}
      {children}
    </>
  );
}
