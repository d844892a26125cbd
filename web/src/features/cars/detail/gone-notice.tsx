import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { mayBeSoldWords } from '../car-meta.tsx';

/** A car that can no longer be bought, or may not, is said to be so first, with what was seen and when. */
export function GoneNotice({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const format = useFormat();
  const date = format.date(car.scraped_time);
  const mayBeSold = mayBeSoldWords(car, t);
  const told = {
    sold: [t.car.soldTitle, t.car.soldText(date)],
    gone: [t.car.goneTitle, t.car.goneText(date)],
    unseen: [t.car.unseenTitle(date), t.car.unseenText],
    offered: mayBeSold && [mayBeSold, t.car.unseenText],
  }[car.availability === 'live' || car.availability === 'pending' ? 'offered' : car.availability];
  if (!told) return null;
  const [title, text] = told;
  return (
    <div className="mb-5 flex items-start gap-3 rounded-lg border border-rule-2 bg-paper-2 px-4 py-3.5 max-md:mx-5">
      <Icon name="calendar" size={22} className="mt-0.5 text-ink-2" />
      <div>
        <p className="text-body font-semibold first-letter:uppercase">{title}</p>
        <p className="mt-0.5 text-control text-ink-2">{text}</p>
      </div>
    </div>
  );
}
