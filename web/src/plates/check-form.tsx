import { useQueryClient } from '@tanstack/react-query';
import type { CheckedCarWire } from '#core/contract/routes/cars.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useCheckTexts } from '../i18n/text-parts.ts';
import { TextField } from '../ui/fields.tsx';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import { PlateField } from './plate-field.tsx';

/** "84.900 kr." → 84900; null when nothing is typed. */
export function readWhole(typed: FormDataEntryValue | null): number | null {
  const digits = String(typed ?? '').replaceAll(/\D/g, '');
  return digits ? Number(digits) : null;
}

type Props = { isCharged: boolean; isVisitor: boolean; onChecked: (car: CheckedCarWire | null) => void };

/** A form for plate and, if known, price and mileage. `onChecked` gets the result, and null when another car is requested. */
export function CheckForm({ isCharged, isVisitor, onChecked }: Props) {
  const t = useCheckTexts();
  const client = useQueryClient();
  const send = async (fields: FormData) => {
    const body = {
      plate: String(fields.get('plate')).trim(),
      price: readWhole(fields.get('price')),
      mileage: readWhole(fields.get('mileage')),
    };
    onChecked(null);
    onChecked(await call('POST /api/cars/check', { body }));
    void client.invalidateQueries({ queryKey: queryKeys.usage });
    return null;
  };
  return (
    <OneButtonForm submit={t.check.submit} onSubmit={send}>
      <PlateField label={t.check.plate} hint={t.check.plateHint} onChange={() => onChecked(null)} />
      <TextField
        label={t.check.price}
        hint={t.check.priceHint}
        name="price"
        inputMode="numeric"
        pattern=".*[1-9].*"
        autoComplete="off"
        placeholder="84.900"
      />
      <TextField
        label={t.check.mileage}
        hint={t.check.mileageHint}
        name="mileage"
        inputMode="numeric"
        autoComplete="off"
        placeholder="187.000"
      />
      {isVisitor && <p className="text-meta text-ink-2">{t.check.visitor}</p>}
      {isCharged && <p className="text-meta text-ink-2">{t.check.cost}</p>}
    </OneButtonForm>
  );
}
