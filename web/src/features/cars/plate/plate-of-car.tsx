import { useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useAbout } from '../../../api/use-about.ts';
import { usePlateTexts } from '../../../i18n/plate-texts.ts';
import { button } from '../../../ui/button.ts';
import { PlateForm } from './plate-form.tsx';
import { usePlate } from './use-plate.ts';

/** Who typed the plate of a car, and the way to type another one; nothing where no register could be asked. */
export default function PlateOfCar({ car }: { car: WireCarDetail }) {
  const t = usePlateTexts();
  const { takeBack } = usePlate(car);
  const [isOpen, setOpen] = useState(false);
  const about = useAbout();
  if (!about?.platesEnabled) return null;
  const { plate_typed_by: by } = car;
  return (
    <div className="mt-2 print:hidden">
      {by && (
        <p className="text-meta text-ink-2">{by === 'me' ? t.plateOfCar.byMe : t.plateOfCar.byPeople}</p>
      )}
      <p className="mt-1.5 flex flex-wrap gap-x-6 gap-y-2 max-md:py-3">
        <button type="button" className={button.quiet} onClick={() => setOpen(true)}>
          {car.plate ? t.plateOfCar.correct : t.plateOfCar.type}
        </button>
        {by === 'me' && (
          <button type="button" className={button.quiet} onClick={takeBack}>
            {t.plateOfCar.back}
          </button>
        )}
      </p>
      {isOpen && <PlateForm car={car} onClose={() => setOpen(false)} />}
    </div>
  );
}
