import { findingsIn } from '#core/car/findings.ts';
import type { LockedCar, WireTold } from '#core/contract/routes/cars.ts';
import { type CarTexts, useCarTexts } from '../../../i18n/car-texts.ts';
import { Icon } from '../../../ui/icon.tsx';

/** A car as it left the server, for the rules by which findings are found. */
export const findableOf = ({
  story: { events },
  facts,
  cautions,
  mileage_verdict: { verdict },
  naeste_syn: nextInspection,
  register_state: registerState,
}: WireTold) => ({ events, facts, cautions, verdict, nextInspection, registerState });

/** What weighs so heavily that it is told beside the price, to every reader. */
export function HeavyFindings({ car }: { car: WireTold }) {
  const t = useCarTexts();
  const heavy = findingsIn(findableOf(car), new Date().toISOString().slice(0, 10)).filter(
    ({ weight }) => weight === 'heavy',
  );
  return <FindingLines found={heavy} t={t} />;
}

/** The warnings of a car that is locked: each in a line, and nothing else of the car. */
export function LockedFindings({ car }: { car: LockedCar }) {
  const t = useCarTexts();
  if (!car.findings) return null;
  return (
    <div className="mt-5">
      <p className="text-control font-semibold">{t.car.lockedFindings}</p>
      <FindingLines found={car.findings} t={t} />
    </div>
  );
}

function FindingLines({ found, t }: { found: readonly { in: string; kind: string }[]; t: CarTexts }) {
  // A kind that the app is too old for has no words.
  const lines = found.flatMap(({ in: where, kind }) => {
    const names: Readonly<Record<string, string>> = where === 'caution' ? t.facts.caution : t.facts.kind;
    return Object.hasOwn(names, kind) ? [names[kind]!] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-body/5 font-semibold text-poor">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2">
          <Icon name="warning" size={18} className="mt-px shrink-0" />
          {line}
        </li>
      ))}
    </ul>
  );
}
