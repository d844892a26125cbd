import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LockedCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { normalPlate } from '#core/plates/plate.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useAbout } from '../api/queries.ts';
import { useFailureText, usePlateTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { spacePlate } from '../ui/number-plate.tsx';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import { PlateField } from './plate-field.tsx';

type Detail = WireCarDetail | LockedCar;

/** Sets and removes a car's plate with undo. Refusals are thrown; those of an undo are shown. */
function usePlate(car: WireCarDetail) {
  const client = useQueryClient();
  const failureText = useFailureText();
  const t = usePlateTexts();
  const params = { id: car.id };
  const own = car.plate_typed_by === 'me' ? car.plate : null;

  const show = (answer: Detail) => {
    // By whatever id the page was opened.
    client.setQueriesData<Detail>({ queryKey: ['car'] }, (known) => (known?.id === car.id ? answer : known));
    void client.invalidateQueries({ queryKey: ['car-cost'] });
  };
  const put = async (plate: string, confirmed: boolean) =>
    show(await call('PUT /api/cars/{id}/plate', { params, body: { plate, confirmed } }));
  const remove = async () => show(await call('DELETE /api/cars/{id}/plate', { params }));
  /** What they had before was looked at before. */
  const restore = () => {
    const undone = own === null ? remove() : put(own, true);
    undone.catch((error: unknown) => notify(failureText(error)));
  };
  return {
    async type(plate: string, confirmed: boolean) {
      await put(plate, confirmed);
      notify(t.plateOfCar.typed, restore);
    },
    takeBack() {
      remove().then(
        () => notify(t.plateOfCar.takenBack, restore),
        (error: unknown) => notify(failureText(error)),
      );
    },
  };
}

/** "Audi A3 2012", as far as the register says it. */
function carOf({ details }: ApiError): string {
  const { make, model, year } = (details.register ?? {}) as Record<string, unknown>;
  return [make, model, year].filter(Boolean).join(' ');
}

type Props = { car: WireCarDetail; onClose: () => void };

/** If the register gives the plate to another car, a second press confirms it. */
function PlateForm({ car, onClose }: Props) {
  const t = usePlateTexts();
  const plate = usePlate(car);
  const [asked, setAsked] = useState<string | null>(null);
  const send = async (fields: FormData) => {
    const typed = normalPlate(String(fields.get('plate')));
    try {
      await plate.type(typed, typed === asked);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      setAsked(typed);
      return t.plateOfCar.differs(spacePlate(typed), carOf(error));
    }
    onClose();
    return null;
  };
  return (
    <Modal title={t.plateOfCar.title} onClose={onClose}>
      <p className="mb-5 text-control text-ink-2">{t.plateOfCar.lead}</p>
      <OneButtonForm
        submit={asked === null ? t.plateOfCar.submit : t.plateOfCar.confirm}
        onSubmit={send}
        takesFocus
      >
        <PlateField label={t.plateOfCar.label} hint={t.plateOfCar.hint} onChange={() => setAsked(null)} />
      </OneButtonForm>
    </Modal>
  );
}

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
        <Button look="quiet" onClick={() => setOpen(true)}>
          {car.plate ? t.plateOfCar.correct : t.plateOfCar.type}
        </Button>
        {by === 'me' && (
          <Button look="quiet" onClick={takeBack}>
            {t.plateOfCar.back}
          </Button>
        )}
      </p>
      {isOpen && <PlateForm car={car} onClose={() => setOpen(false)} />}
    </div>
  );
}
