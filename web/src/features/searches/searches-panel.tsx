import { type FormEvent, useState } from 'react';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkField } from '../../ui/link-field.tsx';
import { LinkOutcome, useReadLink } from '../../ui/link-outcome.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { SearchCard } from './search-card.tsx';
import { useSearches } from './use-searches.ts';
import { useReason, useStartSearch } from './use-start-search.ts';

type Props = { userId: string; hasPremium: boolean; onUpgrade: OpenUpgrade };

/** The searches that are repeated for the reader, and a way to add one. */
export default function SearchesPanel({ userId, hasPremium, onUpgrade }: Props) {
  const t = useInboxTexts();
  const { data, error, isPending } = useSearches(userId);
  return (
    <section className="max-w-4xl pt-7">
      <h2 className="text-h2 tracking-[-0.03em]">{t.searches.title}</h2>
      <p className="mt-1 text-control text-ink-2">
        {t.searches.lead} {data && t.searches.used(data.used, data.limit)}
      </p>
      {data && data.used >= data.limit ? (
        <AtLimit hasPremium={hasPremium} onUpgrade={onUpgrade} />
      ) : (
        <AddSearch onUpgrade={onUpgrade} />
      )}
      {error && (
        <div className="mt-6">
          <MessageBox kind="error">{t.searches.loadFailed}</MessageBox>
        </div>
      )}
      {isPending && <p className="mt-6 text-control text-ink-2">{t.common.loading}</p>}
      {data && data.subscriptions.length === 0 && (
        <EmptyState title={t.searches.empty} text={t.searches.emptyText} />
      )}
      {data && data.subscriptions.length > 0 && (
        <ul className="mt-8 border-t border-rule">
          {data.subscriptions.map((search) => (
            <SearchCard key={search.id} search={search} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AtLimit({ hasPremium, onUpgrade }: Omit<Props, 'userId'>) {
  const t = useInboxTexts();
  return (
    <p className="mt-6 flex flex-wrap items-center gap-4 text-control text-ink-2">
      {hasPremium ? t.searches.limitPremium : t.searches.limitFree}
      {!hasPremium && (
        <button type="button" className={button.primary} onClick={() => onUpgrade('automated_searches')}>
          {t.shell.upgrade}
        </button>
      )}
    </p>
  );
}

function AddSearch({ onUpgrade }: Pick<Props, 'onUpgrade'>) {
  const t = useInboxTexts();
  const texts = useImportTexts();
  const [link, setLink] = useState('');
  const [isPressed, setPressed] = useState(false);
  const startSearch = useStartSearch(onUpgrade);
  const reason = useReason();
  const readLink = useReadLink();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const reading = await readLink(link);
    if (reading && (!reading.isOk || reading.kind !== 'search')) return;
    startSearch.mutate(link.trim(), { onSuccess: () => setLink('') });
  };
  return (
    <div className="mt-6 max-w-3xl">
      <LinkField
        value={link}
        label={t.searches.linkLabel}
        placeholder={t.searches.placeholder}
        action={startSearch.isPending ? t.searches.adding : t.searches.add}
        shortAction={t.searches.addShort}
        isDisabled={link.trim() === '' || startSearch.isPending}
        onChange={(typed) => {
          setLink(typed);
          setPressed(false);
        }}
        onSubmit={submit}
      />
      <LinkOutcome link={link} isRepeated isPressed={isPressed} />
      {startSearch.error && (
        <div className="mt-3">
          <MessageBox kind="error">
            {texts.imports.followFailed(reason(startSearch.error, texts.imports.followCreateFailed))}
          </MessageBox>
        </div>
      )}
    </div>
  );
}
