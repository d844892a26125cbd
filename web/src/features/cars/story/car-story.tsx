import type { WireTold } from '#core/contract/routes/cars.ts';
import { useStoryTexts } from '../../../i18n/story-texts.ts';
import { MileageOverTime } from './mileage-over-time.tsx';
import { Timeline } from './timeline.tsx';

/** What the registers tell of the car's life. Of a car that no register knows nothing is told. */
export default function CarStory({ car, className }: { car: WireTold; className: string }) {
  const t = useStoryTexts();
  if (car.register_state !== 'found') return null;
  return (
    <section className={className}>
      <h2 className="mb-6 text-h2 tracking-[-0.03em]">{t.story.title}</h2>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2 print:block print:break-inside-avoid">
        <MileageOverTime car={car} />
        <Timeline events={car.story.events} />
      </div>
    </section>
  );
}
