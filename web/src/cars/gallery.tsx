import { lazy, Suspense, useState } from 'react';
import type { Deal } from '#core/valuation/valuation.ts';
import { useCarTexts } from '../i18n/text-parts.ts';
import { DealBadge } from '../ui/deal-badge.tsx';

const Lightbox = lazy(() => import('./lightbox.tsx'));

type Props = { images: string[]; title: string; deal: Deal };

/** The main photo, five thumbnails to a row, and the lightbox. A photo that fails to load is left out (docs/spec.md 2). */
export function Gallery({ images, title, deal }: Props) {
  const t = useCarTexts();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const shown = images.filter((url) => !failed.includes(url));
  const current = Math.min(chosen, shown.length - 1);
  const drop = (url: string) => setFailed((urls) => [...urls, url]);
  const main = shown[current];
  if (!main) {
    return (
      <div className="grid aspect-3/2 place-items-center bg-paper-2 text-body text-ink-3 md:rounded-lg">
        {t.car.noImages}
      </div>
    );
  }
  return (
    <section aria-label={t.car.photos(title)}>
      <div className="relative overflow-hidden bg-paper-2 md:rounded-lg max-md:[&_.notch]:pl-5 md:[&_.notch]:hidden print:[&_.notch]:pl-0">
        <button
          type="button"
          aria-label={t.car.enlarge}
          className="block w-full cursor-zoom-in -outline-offset-2"
          onClick={() => setOpen(true)}
        >
          <img
            src={main}
            alt={title}
            width={1200}
            height={800}
            fetchPriority="high"
            className="photo aspect-4/3 md:aspect-3/2"
            onError={() => drop(main)}
          />
        </button>
        <span className="pointer-events-none absolute right-4 bottom-4 rounded-[5px] bg-paper px-2.5 text-meta/7 font-semibold print:hidden">
          {t.car.counter(current + 1, shown.length)}
        </span>
        <div className="notch">
          <DealBadge deal={deal} size={16} />
        </div>
      </div>
      {shown.length > 1 && <Thumbnails urls={shown} current={current} onChoose={setChosen} onError={drop} />}
      {isOpen && (
        <Suspense>
          <Lightbox
            images={shown}
            start={current}
            title={title}
            onShow={setChosen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

type ThumbnailProps = {
  urls: string[];
  current: number;
  onChoose: (place: number) => void;
  onError: (url: string) => void;
};

function Thumbnails({ urls, current, onChoose, onError }: ThumbnailProps) {
  const t = useCarTexts();
  return (
    <ul className="mt-2 grid grid-cols-5 gap-2 max-md:px-5 print:hidden">
      {urls.map((url, place) => (
        <li key={url}>
          <button
            type="button"
            aria-label={t.car.showPhoto(place + 1)}
            aria-current={place === current ? 'true' : undefined}
            className="block w-full overflow-hidden rounded-md outline-offset-2 aria-[current]:outline-2 aria-[current]:outline-accent"
            onClick={() => onChoose(place)}
          >
            <img
              src={url}
              alt=""
              width={150}
              height={100}
              loading="lazy"
              decoding="async"
              className="photo aspect-3/2"
              onError={() => onError(url)}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
