import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { Link } from '../../ui/link.tsx';

type Mark = 'done' | 'waiting' | 'cancelled';

/** `toHome` and `toProfile`: what the two ways on are called. `reference`: what support finds the payment by. */
type Props = {
  mark: Mark;
  title: string;
  children: ReactNode;
  toHome: string;
  toProfile: string;
  reference?: string | null;
};

/** What came of a checkout, in one quiet column under the product's line: the mark has landed, travels or stays away. */
export function PaymentResult({ mark, title, children, toHome, toProfile, reference }: Props) {
  return (
    <div className="column py-14 md:py-24">
      <div className="max-w-160">
        <ResultLine mark={mark} />
        <h1 className="mt-8 text-[40px]/11 tracking-[-0.035em] md:text-[56px]/14">{title}</h1>
        <div className="mt-4 grid gap-3 text-lead text-ink-2" aria-live="polite">
          {children}
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to={paths.home} className={button.large}>
            {toHome}
          </Link>
          <Link to={paths.profile} className={`${button.largeSecondary} h-14!`}>
            {toProfile}
          </Link>
        </div>
        {reference && <p className="mt-10 text-caption wrap-anywhere text-ink-3">{reference}</p>}
      </div>
    </div>
  );
}

function ResultLine({ mark }: { mark: Mark }) {
  const isDone = mark === 'done';
  return (
    <svg
      width="100%"
      height="48"
      viewBox="0 0 640 48"
      aria-hidden="true"
      className="block"
      overflow="visible"
    >
      <path
        d="M0 24h640"
        stroke="var(--rule-2)"
        strokeWidth="1.5"
        strokeDasharray={isDone ? undefined : '2 6'}
      />
      {isDone && <rect x="160" y="19" width="200" height="10" rx="5" fill="var(--band)" />}
      <g className={mark === 'waiting' ? 'line-wait' : undefined} transform="translate(88 24)">
        {isDone ? (
          <>
            <circle r="20" fill="var(--accent)" />
            <path
              d="m-8 0.5 5.5 5.5L8.5-5"
              fill="none"
              stroke="var(--on-accent)"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </>
        ) : (
          <circle r="9" fill="var(--paper)" stroke="var(--ink-3)" strokeWidth="2" />
        )}
      </g>
    </svg>
  );
}
