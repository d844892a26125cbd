import { useState } from 'react';
import type { WireTold } from '#core/contract/routes/cars.ts';
import { formatKroner, formatMileage } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { useStoryTexts } from '../../../i18n/story-texts.ts';
import { button } from '../../../ui/button.ts';
import { SaidText } from './said-text.tsx';
import { saidWord } from './story-findings.ts';

type StoryEvent = WireTold['story']['events'][number];

const shownFirst = 8;

/** Every event with its day and source, the newest first, those without a day last. */
export function Timeline({ events }: { events: readonly StoryEvent[] }) {
  const t = useStoryTexts();
  const [showsAll, setShowsAll] = useState(false);
  const dated = events.filter(({ date }) => date !== null).reverse();
  const sorted = [...dated, ...events.filter(({ date }) => date === null)];
  const hides = !showsAll && sorted.length > shownFirst + 2;
  if (sorted.length === 0) return null;
  return (
    <div>
      <h3 className="text-h3 font-semibold">{t.story.timeline}</h3>
      <ol className="mt-2 print:columns-2 print:gap-6">
        {sorted.map((event, place) => (
          <EventRow key={JSON.stringify(event)} event={event} isHidden={hides && place >= shownFirst} />
        ))}
      </ol>
      {hides && (
        <button
          type="button"
          className={`${button.link} mt-4 text-meta max-md:mt-1`}
          onClick={() => setShowsAll(true)}
        >
          {t.story.showAll(sorted.length)}
        </button>
      )}
    </div>
  );
}

/** `isHidden`: on paper alone, which nobody can press. */
function EventRow({ event, isHidden }: { event: StoryEvent; isHidden: boolean }) {
  const t = useStoryTexts();
  const { date } = useFormat();
  const day =
    event.date && event.until
      ? t.story.until(date(event.date), date(event.until))
      : event.date
        ? date(event.date)
        : t.story.undated;
  const details = [
    event.said && <SaidText key="said" said={[saidWord(event.said, t)]} />,
    event.mileage !== null && formatMileage(event.mileage),
    event.amount !== null && formatKroner(event.amount),
    event.place,
  ].filter(Boolean);
  return (
    <li
      className={`${isHidden ? 'hidden print:list-item print:list-none' : ''} border-b border-rule py-3 print:py-0.5 print:text-[8pt]/[10pt]`}
    >
      <p className="flex flex-wrap justify-between gap-x-4 text-meta text-ink-3 print:inline print:text-[length:inherit]">
        <span className="print:mr-1.5">{day}</span>
        <span className="print:mr-1.5">{t.story.source[event.source]}</span>
      </p>
      <p className="mt-0.5 text-control print:inline print:text-[length:inherit]">
        <b className="font-semibold">{t.story.kind[event.kind]}</b>
        {details.map((detail, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a detail is its place in the line
          <span key={place} className="text-ink-2">
            {' · '}
            {detail}
          </span>
        ))}
      </p>
      {event.faults.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-meta text-ink-2 print:mt-0 print:text-[length:inherit]">
          {event.faults.map((fault) => (
            <li key={fault}>
              <q lang="da">{fault}</q>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
