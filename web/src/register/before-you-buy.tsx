import { findingWeights } from '#core/cars/findings.ts';
import type { WireTold } from '#core/contract/routes/cars.ts';
import { useFormat } from '../i18n/language.tsx';
import { useStoryTexts } from '../i18n/text-parts.ts';
import { button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Finding, findingsOf, notAskedOf, SaidText } from './findings.tsx';

/** The findings by weight; headings appear only if there are several weights. */
export default function BeforeYouBuy({ car, className }: { car: WireTold; className: string }) {
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
          {hasHeadings && group.some(({ key }) => key !== 'register') && (
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
      <NotAsked car={car} />
    </section>
  );
}

/** Topics that were not checked and where to look them up, so that silence is not read as an answer. */
export function NotAsked({ car }: { car: WireTold }) {
  const t = useStoryTexts();
  const missing = notAskedOf(car, t);
  if (missing.length === 0) return null;
  const isUnknown = car.register_state === 'absent';
  return (
    <div className="mt-6 max-w-3xl text-meta text-ink-2 print:mt-2">
      <h3 className="font-semibold">{isUnknown ? t.story.notKnown : t.story.notAsked}</h3>
      <p className="mt-1">{isUnknown ? t.story.notKnownMore : t.story.notAskedMore}</p>
      <ul className="mt-1 grid gap-0.5">
        {missing.map(({ place, topics }) => (
          <li key={`${place.url} ${place.isSellers}`}>
            {`${topics.join(', ')}: `}
            <a href={place.url} target="_blank" rel="noreferrer" className={button.link}>
              {place.name}
            </a>
            {place.isSellers && ` (${t.story.seller})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  return (
    <li className="flex gap-3.5 border-b border-rule py-4 first:pt-1 print:py-1.5">
      <Icon name={finding.icon} size={22} className={finding.isGood ? 'text-amazing' : 'text-poor'} />
      <div>
        <p className="text-body/5 font-semibold">{finding.title}</p>
        {finding.text.length > 0 && (
          <p className="mt-1 text-meta text-ink-2">
            <SaidText said={finding.text} />
          </p>
        )}
      </div>
    </li>
  );
}
