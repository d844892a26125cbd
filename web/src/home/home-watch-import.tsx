import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsNear } from '../app/use-is-near.ts';
import { useLanguage } from '../i18n/language.tsx';
import { importTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/press.tsx';

const asksForLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * An import that anyone can watch. The recording, and all that plays it, is fetched when somebody comes near it; for those
 * who ask for less motion, when they press its button.
 */
export function WatchImport({ headingClass }: { headingClass: string }) {
  const { language, texts: t } = useLanguage();
  const [section, isNear] = useIsNear<HTMLElement>();
  const [isPressed, setPressed] = useState(false);
  const isWanted = isPressed || (isNear && !asksForLessMotion());
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['recorded-import'],
    queryFn: async () => {
      const [part] = await Promise.all([
        import('../imports/import-playback.tsx'),
        importTexts.load(language),
      ]);
      return { Playback: part.ImportPlayback, recording: await part.fetchRecording() };
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ask = () => {
    setPressed(true);
    if (isWanted) void refetch();
  };
  return (
    <section ref={section} className="column pt-20 motion-safe:min-h-160 md:pt-28">
      <h2 className={headingClass}>{t.home.watchTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-body text-ink-2">{t.home.watchText}</p>
      {isWanted && data ? (
        <data.Playback recording={data.recording} takesFocus={isPressed} />
      ) : (
        <div className="mt-6 grid gap-3">
          {isError && !isFetching && (
            <p role="alert" className="text-control text-poor">
              {t.home.watchFailed}
            </p>
          )}
          <Button aria-disabled={isFetching} look="secondary" className="justify-self-start" onClick={ask}>
            {isFetching ? t.common.loading : isError ? t.common.tryAgain : t.home.watch}
          </Button>
        </div>
      )}
    </section>
  );
}
