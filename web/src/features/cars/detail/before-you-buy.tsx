import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { CarTexts } from '../../../i18n/car-texts.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { factValue } from './fact-value.ts';

type Notice = { key: string; icon: IconName; isGood: boolean; title: string; text: string };
type Fact = WireCarDetail['facts'][number];

function lookUp(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A contradiction as a fact with its source and date, and what to do about it; never an accusation. */
export function factNotice(fact: Fact, t: CarTexts, date: (day: string | null) => string): Notice | null {
  const title = lookUp(t.facts.kind, fact.kind);
  if (!title) return null;
  // What the register says may be the day itself.
  const registerSays = (value: string, day: string | null) =>
    day !== null && value !== day
      ? t.facts.registerSaysOn(value, date(day))
      : t.facts.registerSays(value === day ? date(day) : value);
  const parts = [
    fact.ad && t.facts.adSays(factValue(fact.kind, fact.ad, t)),
    fact.register && registerSays(factValue(fact.kind, fact.register, t), fact.date),
    !fact.register && fact.date && `${date(fact.date)}.`,
    lookUp(t.facts.advice, fact.kind),
  ];
  const icon = fact.kind === 'inspection_overdue' ? 'calendar' : 'warning';
  return { key: `fact ${fact.kind}`, icon, isGood: false, title, text: parts.filter(Boolean).join(' ') };
}

export function noticesOf(car: WireCarDetail, t: CarTexts, date: (day: string | null) => string): Notice[] {
  const facts = car.facts.flatMap((fact) => factNotice(fact, t, date) ?? []);
  const cautions = car.cautions.flatMap((flag) => {
    const title = lookUp(t.facts.caution, flag);
    const text = t.facts.cautionAdvice;
    return title ? [{ key: `caution ${flag}`, icon: 'warning' as const, isGood: false, title, text }] : [];
  });
  const register: Record<WireCarDetail['register_state'], string | null> = {
    found: facts.length === 0 ? t.facts.nothing : null,
    pending: t.facts.pending,
    absent: t.facts.absent,
    no_plate: t.facts.noPlate,
  };
  const about = register[car.register_state];
  const isGood = car.register_state === 'found';
  const state: Notice[] = about
    ? [{ key: 'register', icon: isGood ? 'check' : 'help', isGood, title: about, text: '' }]
    : [];
  return [...facts, ...cautions, ...state];
}

export function BeforeYouBuy({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useCarTexts();
  const format = useFormat();
  return (
    <section className={className}>
      <h2 className="mb-6 text-h2 tracking-[-0.03em]">{t.facts.title}</h2>
      <ul className="grid max-w-3xl">
        {noticesOf(car, t, format.date).map((notice) => (
          <li key={notice.key} className="flex gap-3.5 border-b border-rule py-4 first:pt-0 print:py-1.5">
            <Icon name={notice.icon} size={22} className={notice.isGood ? 'text-amazing' : 'text-poor'} />
            <div>
              <p className="text-body/5 font-semibold">{notice.title}</p>
              {notice.text && <p className="mt-1 text-meta text-ink-2">{notice.text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
