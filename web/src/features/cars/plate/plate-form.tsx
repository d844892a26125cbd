import { useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { normalPlate, typedPlate } from '#core/plate/plate.ts';
import { ApiError } from '../../../api/api-error.ts';
import { usePlateTexts } from '../../../i18n/plate-texts.ts';
import { Modal } from '../../../ui/modal.tsx';
import { spacePlate } from '../../../ui/number-plate.tsx';
import { OneButtonForm } from '../../../ui/one-button-form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePlate } from './use-plate.ts';

/** "Audi A3 2012", as far as the register says it. */
function carOf({ details }: ApiError): string {
  const { make, model, year } = (details.register ?? {}) as Record<string, unknown>;
  return [make, model, year].filter(Boolean).join(' ');
}

type Props = { car: WireCarDetail; onClose: () => void };

/** Where the register knows another car by the plate, the same press once more keeps it. */
export function PlateForm({ car, onClose }: Props) {
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
        <TextField
          label={t.plateOfCar.label}
          hint={t.plateOfCar.hint}
          name="plate"
          required
          maxLength={20}
          pattern={typedPlate.source}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={() => setAsked(null)}
        />
      </OneButtonForm>
    </Modal>
  );
}
