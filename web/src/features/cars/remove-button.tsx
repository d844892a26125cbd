import type { WireCar } from '#core/contract/routes/cars.ts';
import { Icon } from '../../ui/icon.tsx';

/** Taking a car out of the list it is shown in: what the button is called, and what it does. */
export type Removal = { label: (title: string) => string; run: (carId: string) => void };

export function RemoveButton({ car, removal }: { car: WireCar; removal: Removal }) {
  return (
    <button
      type="button"
      aria-label={removal.label(car.title)}
      className="relative grid size-10 max-md:size-11 place-items-center rounded-full bg-paper text-ink hover:text-poor"
      onClick={() => removal.run(car.id)}
    >
      <Icon name="close" />
    </button>
  );
}
