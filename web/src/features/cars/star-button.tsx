import { useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToggleStar } from './use-marks.ts';

type Props = { car: { id: string; title: string; isStarred: boolean }; className?: string };

/** Opaque paper, so that its contrast does not depend on the photo beneath. */
export function StarButton({ car, className = '' }: Props) {
  const t = useTexts();
  const toggle = useToggleStar();
  return (
    <button
      type="button"
      aria-pressed={car.isStarred}
      aria-label={car.isStarred ? t.card.unstar(car.title) : t.card.star(car.title)}
      className={`grid size-10 max-md:size-11 place-items-center rounded-full bg-paper text-ink hover:text-accent ${className}`}
      onClick={() => toggle(car)}
    >
      <Icon name="star" filled={car.isStarred} />
    </button>
  );
}
