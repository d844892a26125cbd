import type { HistoryEntryWire } from '#core/contract/routes/imports.ts';
import { shortNames } from '#core/marketplace/marketplace-id.ts';
import { sourceOfHref } from '#core/marketplace/source-of-href.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useFormat, useLanguage } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

const statusLook = {
  started: { color: 'text-fair', icon: 'arrow' },
  completed: { color: 'text-amazing', icon: 'check' },
  failed: { color: 'text-poor', icon: 'warning' },
} as const;

/** "/marketplace/odense/search?query=octavia" is what tells one link from another; the language of our visit is not. */
function shortAddress(url: string): string {
  try {
    const { pathname, searchParams } = new URL(url);
    searchParams.delete('locale');
    return decodeURIComponent(
      `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`.replaceAll('+', ' '),
    );
  } catch {
    return url;
  }
}

/** Cars came, but the marketplace ended it before the search was through. */
const isCutOff = ({ status, error_code }: HistoryEntryWire): boolean =>
  status === 'completed' && (error_code === 'withheld' || error_code === 'rate_limited');

export function HistoryRow({ entry }: { entry: HistoryEntryWire }) {
  const { language } = useLanguage();
  const t = useImportTexts();
  const format = useFormat();
  const { color, icon } = statusLook[entry.status];
  const source = sourceOfHref(entry.search_url);
  const ownSentence = entry.error_code ? t.importFailures(source)[entry.error_code] : null;
  const sentence =
    language === 'en' ? (entry.error_message ?? ownSentence) : (ownSentence ?? entry.error_message);
  const leftOut = entry.left_out.map(({ reason, count }) => t.history.leftOutBy[reason](count));
  const isPage = entry.scrape_type === 'page';
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-4 text-control md:grid-cols-[140px_minmax(0,1fr)_auto]">
      <span className={`flex items-center gap-2 self-start font-semibold ${color}`}>
        <Icon name={icon} size={18} />
        {t.history[entry.status]}
      </span>
      <div className="min-w-0">
        {isPage ? (
          <span className="text-ink-2">{t.history.savedPage}</span>
        ) : (
          <a
            href={entry.search_url}
            target="_blank"
            rel="noreferrer"
            className="flex items-center gap-1.5 max-md:-my-3 max-md:py-3 underline decoration-rule-2 underline-offset-3 hover:decoration-ink"
          >
            <span className="truncate">{shortAddress(entry.search_url)}</span>
            <span className="sr-only">{t.history.openLink}</span>
            <Icon name="external" size={16} />
          </a>
        )}
        {isCutOff(entry) && (
          <p className="mt-1 text-meta text-ink-2">
            {t.history.cutOff(entry.ads_read_count, shortNames[source])}
          </p>
        )}
        {leftOut.length > 0 && (
          <p className="mt-1 text-meta text-ink-2">{t.history.leftOut(leftOut.join(', '))}</p>
        )}
        {sentence && entry.status === 'failed' && <p className="mt-1 text-meta text-ink-2">{sentence}</p>}
      </div>
      <p className="text-meta text-ink-2 md:text-right">
        {entry.status === 'completed' && (
          <b className="font-semibold text-ink">{t.history.added(entry.cars_added_count)} · </b>
        )}
        {format.relative(entry.scraped_at)}
      </p>
    </li>
  );
}
