import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { FailureCode } from '#core/failure.ts';
import { type MarketplaceId, shortNames } from '#core/marketplaces/marketplace-id.ts';
import type { Language } from '#core/shared.ts';
import { aboutQuery } from '../api/queries.ts';
import { loadTexts, useLanguage, useTexts } from '../i18n/language.tsx';
import { filterTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Link } from './link.tsx';

/** Preview of a link, using the service's rules (`core/marketplaces/links.ts`). */
type LinkReading =
  | { isOk: true; kind: 'search' | 'item' | 'share'; source: MarketplaceId; name: string }
  | { isOk: false; code: FailureCode };

/** Loads the link rules when there is a link to read. */
const fetchReader = async (language: Language) => {
  const [{ readLink, describeLink }, { filters }, { panel, linkWords }] = await Promise.all([
    import('#core/marketplaces/links.ts'),
    loadTexts(language),
    filterTexts.load(language),
  ]);
  return { readLink, describe: (href: string) => describeLink(href, { ...filters, ...panel, ...linkWords }) };
};

/** Reads a link before it is sent; null if the rules could not be loaded, in which case the service checks it. */
export function useReadLink(): (text: string) => Promise<LinkReading | null> {
  const client = useQueryClient();
  const { language } = useLanguage();
  return useCallback(
    async (text) => {
      const about = client.ensureQueryData(aboutQuery).catch(() => undefined);
      const reader = await fetchReader(language).catch(() => null);
      if (!reader) return null;
      const said = await about;
      const read = reader.readLink(text, { demoOrigin: said?.demo?.origin, sources: said?.sources });
      if (!read.ok) return { isOk: false, code: read.code };
      const { kind, source, href } = read.link;
      return { isOk: true, kind, source, name: reader.describe(href) };
    },
    [client, language],
  );
}

type Props = {
  link: string;
  /** Accepts only searches, since the link is to be repeated. */
  isRepeated?: boolean;
  /** The reader has pressed the button: a refusal is announced at once. */
  isPressed: boolean;
};

/** Previews the link in a field; nothing while the field is empty. */
export function LinkOutcome({ link, isRepeated = false, isPressed }: Props) {
  const read = useReadLink();
  // Keep the last preview until the next one is ready, so that nothing jumps while typing.
  const [reading, setReading] = useState<LinkReading | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (link.trim() === '') setReading(null);
    else void read(link).then((reading) => isWanted && setReading(reading));
    return () => {
      isWanted = false;
    };
  }, [link, read]);
  if (link.trim() === '' || !reading) return null;
  return <Outcome reading={reading} isRepeated={isRepeated} isPressed={isPressed} />;
}

type OutcomeProps = Pick<Props, 'isRepeated' | 'isPressed'> & { reading: LinkReading };

/** The preview of a link that has been read. */
export function Outcome({ reading, isRepeated = false, isPressed }: OutcomeProps) {
  const t = useTexts();
  const code = !reading.isOk
    ? reading.code
    : isRepeated && reading.kind !== 'search'
      ? 'link_not_search'
      : null;
  if (code)
    return (
      <p
        role={isPressed ? 'alert' : 'status'}
        className={`mt-3 text-control ${isPressed ? 'font-semibold text-poor' : 'text-ink-2'}`}
      >
        {t.failures[code]}{' '}
        {code === 'link_by_hand' && (
          <Link to={paths.button} className="font-semibold underline underline-offset-3">
            {t.links.button}
          </Link>
        )}
      </p>
    );
  return reading.isOk && <Importable reading={reading} />;
}

function Importable({ reading }: { reading: Extract<LinkReading, { isOk: true }> }) {
  const t = useTexts();
  const { kind, source, name } = reading;
  const said = {
    search: t.links.search(name),
    item: t.links.item(shortNames[source]),
    share: t.links.share,
  }[kind];
  return (
    <p role="status" className="mt-3 text-meta text-ink-2">
      {said} {source === 'facebook' && kind !== 'share' && t.links.wall}
    </p>
  );
}
