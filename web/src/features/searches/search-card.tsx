import { useState } from 'react';
import { shortNames } from '#core/marketplace/marketplace-id.ts';
import { sourceOfHref } from '#core/marketplace/source-of-href.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { SearchFacts } from './search-facts.tsx';
import { type Search, useChangeSearch } from './use-searches.ts';

/** One automated search: what is left of its week, when it looks next, what it found last. */
export function SearchCard({ search }: { search: Search }) {
  const t = useInboxTexts();
  const { importFailures } = useImportTexts();
  const source = sourceOfHref(search.search_url);
  const [asks, setAsks] = useState(false);
  const { extend, cancel, isBusy } = useChangeSearch();
  return (
    <li className="border-b border-rule py-6">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-h3 font-semibold wrap-anywhere">{search.title}</h3>
        <StatusMark search={search} />
        <Origin search={search} />
      </div>
      <SearchFacts search={search} />
      {search.status === 'paused' && (
        <div className="mt-4">
          <MessageBox kind="error">
            {t.searches.pausedBecause(shortNames[source])}
            {search.paused_for && ` ${importFailures(source)[search.paused_for]}`}
          </MessageBox>
        </div>
      )}
      {search.interval_hours > 1 && <p className="mt-3 text-meta text-ink-2">{t.searches.stretched}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className={button.secondary}
          disabled={isBusy}
          onClick={() => extend(search.id)}
        >
          {t.searches.extend}
        </button>
        <button type="button" className={button.plain} disabled={isBusy} onClick={() => setAsks(true)}>
          {t.searches.cancel}
        </button>
      </div>
      {asks && (
        <ConfirmDialog
          title={t.searches.cancelTitle}
          text={t.searches.cancelQuestion}
          confirm={t.searches.stop}
          keep={t.searches.keep}
          onConfirm={() => cancel(search.id)}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

/** Where it looks: on the marketplace, or in our own list. */
function Origin({ search: { search_url: url } }: { search: Search }) {
  const t = useInboxTexts();
  const look = `${button.link} ml-auto text-meta`;
  if (url.startsWith('/'))
    return (
      <Link to={url} className={look}>
        {t.searches.openList}
        <Icon name="arrow" size={16} />
      </Link>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      {t.searches.openOriginal(shortNames[sourceOfHref(url)])}
      <Icon name="external" size={16} />
    </a>
  );
}

function StatusMark({ search }: { search: Search }) {
  const t = useInboxTexts();
  const look = { active: 'text-amazing', paused: 'text-poor', expired: 'text-ink-3' }[search.status];
  return <span className={`text-meta font-semibold ${look}`}>{t.searches[search.status]}</span>;
}
