import { findingWeights } from '#core/car/findings.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { useStoryTexts } from '../../../i18n/story-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Finding, findingsOf } from './findings.ts';

/** What to look out for, by weight. Of one weight alone no heading says how heavy it is. */
export default function BeforeYouBuy({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useStoryTexts();
  const format = useFormat();
  const findings = findingsOf(car, t, format.date, new Date().toISOString().slice(0, 10));
  const groups = findingWeights
    .map((weight) => [weight, findings.filter((each) => each.weight === weight)] as const)
    .filter(([, group]) => group.length > 0);
  const hasHeadings = findings.some(({ key }) => key !== 'register');
  return (
    <section className={className}>
      <h2 className="mb-6 text-h2 tracking-[-0.03em]">{t.facts.title}</h2>
      {groups.map(([weight, group]) => (
        <div key={weight} className="mt-6 max-w-3xl first-of-type:mt-0 print:mt-1">
          {hasHeadings && (
            <h3 className="mb-2 text-meta font-semibold text-ink-2 print:hidden">
              {t.findings.weight[weight]}
            </h3>
          )}
          <ul className="grid">
            {group.map((finding) => (
              <FindingRow key={finding.key} finding={finding} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  return (
    <li className="flex gap-3.5 border-b border-rule py-4 first:pt-1 print:py-1.5">
      <Icon name={finding.icon} size={22} className={finding.isGood ? 'text-amazing' : 'text-poor'} />
      <div>
        <p className="text-body/5 font-semibold">{finding.title}</p>
        {finding.text && <p className="mt-1 text-meta text-ink-2">{finding.text}</p>}
      </div>
    </li>
  );
}
