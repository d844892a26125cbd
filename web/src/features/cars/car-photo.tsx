import { useState } from 'react';
import { useTexts } from '../../i18n/language.tsx';

type Props = { url: string | undefined; isEager?: boolean; isSmall?: boolean };

/** A car's photo in 3:2; where there is none, or it fails to load, a quiet place of the same size. */
export function CarPhoto({ url, isEager = false, isSmall = false }: Props) {
  const t = useTexts();
  const [hasFailed, setFailed] = useState(false);
  if (!url || hasFailed) {
    return (
      <div className="grid aspect-3/2 place-items-center bg-paper-2 text-caption text-ink-3">
        <span className={isSmall ? 'sr-only' : ''}>{t.card.noPhoto}</span>
      </div>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={600}
      height={400}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
      className="photo aspect-3/2"
      onError={() => setFailed(true)}
    />
  );
}
