import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useFailureText, useInboxTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/messages.tsx';
import { AddressToCopy } from './address-to-copy.tsx';
import type { Search } from './use-searches.ts';

function Address({ name, address }: { name: string; address: string }) {
  const t = useInboxTexts();
  return (
    <div className="mt-3">
      <p className="text-meta font-semibold">{name}</p>
      <AddressToCopy
        name={name}
        address={address}
        copyName={t.searches.feed.copyThis(name)}
        texts={t.searches.feed}
      />
    </div>
  );
}

/** The addresses under which programs read a search's finds: made, renewed and ended here, and shown once. */
export function SearchFeed({ search: { id, feed_since } }: { search: Search }) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const client = useQueryClient();
  const reason = useFailureText();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.searches });
  const make = useMutation({
    mutationFn: () => call('POST /api/subscriptions/{id}/feed', { params: { id }, body: {} }),
    onSuccess: refresh,
  });
  const end = useMutation({
    mutationFn: () => call('DELETE /api/subscriptions/{id}/feed', { params: { id }, query: {} }),
    onSuccess: () => {
      make.reset();
      return refresh();
    },
  });
  const isBusy = make.isPending || end.isPending;
  const failed = make.error ?? end.error;
  const made = make.data;
  return (
    <section aria-label={t.searches.feed.open} className="mt-4 max-w-[70ch]">
      <p className="text-control text-ink-2">{t.searches.feed.about}</p>
      {made ? (
        <>
          <Address name="Atom" address={made.atom} />
          <Address name="JSON Feed" address={made.json} />
          <p className="mt-3 text-meta text-ink-2">{t.searches.feed.shownOnce}</p>
        </>
      ) : (
        feed_since && (
          <p className="mt-3 text-control">{t.searches.feed.since(formatDate(feed_since, language))}</p>
        )
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" disabled={isBusy} onClick={() => make.mutate()}>
          {feed_since ? t.searches.feed.renew : t.searches.feed.make}
        </Button>
        {feed_since && (
          <Button look="plain" disabled={isBusy} onClick={() => end.mutate()}>
            {t.searches.feed.end}
          </Button>
        )}
      </div>
      <ErrorBox className="mt-3">{failed && reason(failed, t.searches.feed.failed)}</ErrorBox>
    </section>
  );
}
