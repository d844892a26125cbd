import type { WireCar } from '#core/contract/routes/cars.ts';
import { useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCarActions } from './car-actions.ts';

/** Behind one button on the photo: put the car on a list, lay it beside others. */
export function CardMenu({ car }: { car: WireCar }) {
  const t = useTexts();
  const actions = useCarActions();
  if (!actions) return null;
  const isCompared = actions.comparedIds.includes(car.id);
  return (
    <Menu
      label={t.card.more(car.title)}
      buttonClass="grid size-10 max-md:size-11 place-items-center rounded-full bg-paper text-ink hover:text-accent"
      button={<Icon name="more" />}
      items={[
        { id: 'list', label: t.card.addToList, run: () => actions.addToList(car) },
        {
          id: 'compare',
          label: isCompared ? t.card.uncompare : t.card.compare,
          run: () => actions.toggleCompare(car),
        },
      ]}
    />
  );
}
