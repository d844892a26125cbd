import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { CheckedCarWire } from '#core/contract/routes/cars.ts';
import { call } from '../api/call.ts';
import { queryKeys, useAbout } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useCheckTexts } from '../i18n/text-parts.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { TextField } from '../ui/fields.tsx';
import { ScreenNotice, useTitle } from '../ui/messages.tsx';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import { PlateField } from './plate-field.tsx';

const CheckedCar = lazy(() => import('./checked-car.tsx'));
const CheckFile = lazy(() => import('./check-file.tsx'));

/**
 * One car, by its number plate and, if it has one, its price: for whom the marketplace shows nothing, and for the car in the
 * drive. Visitors may try it.
 */
export default function Check() {
  const t = useCheckTexts();
  const { status } = useSession();
  const about = useAbout();
  useTitle(t.check.title);
  if (status === 'loading' || !about) return <div className="min-h-screen" />;
  if (!about.platesEnabled)
    return <ScreenNotice heading={t.check.title} title={t.check.offTitle} text={t.check.offText} />;
  return <CheckScreen isSignedIn={status === 'signed_in'} />;
}

function CheckScreen({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useCheckTexts();
  const { seesEstimates, hasPremium, isKnown } = useAccess();
  const openUpgrade = useUpgrade();
  const [car, setCar] = useState<CheckedCarWire | null>(null);
  const [answers, setAnswers] = useState(0);
  return (
    <div className="column py-10 md:py-16">
      <div className="grid gap-x-18 gap-y-8 lg:grid-cols-[minmax(0,1fr)_420px]">
        <div>
          <h1 className="text-[44px]/12 tracking-[-0.035em] md:text-[64px]/[64px]">{t.check.title}</h1>
          <p className="mt-4 max-w-[46ch] text-lead text-ink-2">{t.check.lead}</p>
          <p className="mt-4 max-w-[46ch] text-meta text-ink-2 max-lg:hidden">{t.check.private}</p>
        </div>
        <div>
          <CheckForm
            isCharged={isSignedIn && isKnown && !hasPremium}
            isVisitor={!isSignedIn}
            onChecked={(checked) => {
              setCar(checked);
              setAnswers((count) => count + 1);
            }}
          />
          <p className="mt-4 text-meta text-ink-2 lg:hidden">{t.check.private}</p>
        </div>
      </div>
      {/* Each answer comes anew, of the same plate too. */}
      {car && (
        <Suspense fallback={<div className="min-h-screen" />}>
          <CheckedCar key={answers} {...{ car, isSignedIn, seesEstimates }} onUpgrade={openUpgrade} />
        </Suspense>
      )}
      {hasPremium && (
        <Suspense>
          <CheckFile />
        </Suspense>
      )}
    </div>
  );
}

/** "84.900 kr." → 84900; null when nothing is typed. */
function readWhole(typed: FormDataEntryValue | null): number | null {
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
