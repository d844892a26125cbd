import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type ProductKey, productKeys } from '#core/payments/plan.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys, refreshPlan } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useLate } from '../catalog/hooks.ts';
import { useFormat } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { useTitle } from '../ui/messages.tsx';
import { useSearch } from '../ui/navigation.ts';
import { usePlan } from './use-plan.ts';

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
function PaymentResult({ mark, title, children, toHome, toProfile, reference }: Props) {
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

const askEveryMs = 2_000;
const lateAfterMs = 30_000;

/** What the success page was opened for: a checkout, or a change to another plan, which has none. */
type Purchase = { sessionId: string } | { planType: ProductKey };

/**
 * `unasked`: nobody is signed in or no purchase is named, so that there is nothing to follow. `unknown`: the service
 * knows no such purchase of the caller's.
 */
type Confirmation = 'unasked' | 'waiting' | 'late' | 'unknown' | 'done';

const isRefusal = (error: unknown) => error instanceof ApiError && [400, 403, 404].includes(error.status);

/**
 * Follows a purchase until the service has applied it, whether Stripe's event came before us or not. All that the plan
 * decides is asked again on load, and once more when the payment is there.
 */
function useConfirmation(purchase: Purchase | null): {
  confirmation: Confirmation;
  /** What is bought, once it is paid; null for a product that is none of ours. */
  product: ProductKey | null;
} {
  const client = useQueryClient();
  const { status } = useSession();
  const isSignedIn = status === 'signed_in';
  // Back from checkout the page has just loaded: until the session is known, it waits for that as well.
  const isAsked = status !== 'signed_out' && purchase !== null;
  const { data, error } = useQuery({
    queryKey: ['purchase', purchase],
    queryFn: purchase ? () => call('POST /api/payments/confirm-checkout', { body: purchase }) : skipToken,
    enabled: isAsked && isSignedIn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.isPaid || isRefusal(state.error) ? false : askEveryMs),
  });
  const paid = data?.isPaid ? data : null;
  useEffect(() => {
    if (isSignedIn) void refreshPlan(client);
  }, [client, isSignedIn]);
  useEffect(() => {
    if (!paid) return;
    client.setQueryData(queryKeys.subscription, paid.subscription);
    void refreshPlan(client);
  }, [client, paid]);
  const isWaiting = isAsked && !paid && !isRefusal(error);
  const isLate = useLate(isWaiting, lateAfterMs);
  const waiting = isLate ? 'late' : 'waiting';
  const unpaid = isWaiting ? waiting : 'unknown';
  const asked = paid ? 'done' : unpaid;
  return { confirmation: isAsked ? asked : 'unasked', product: paid?.product ?? null };
}

/** Shown after an abandoned checkout: nothing was charged. */
export function PaymentCancelled() {
  const t = useAccountTexts();
  useTitle(t.payments.cancelledTitle);
  return (
    <PaymentResult
      mark="cancelled"
      title={t.payments.cancelledTitle}
      toHome={t.common.backToHome}
      toProfile={t.payments.tryAgain}
    >
      <p>{t.payments.cancelledText}</p>
    </PaymentResult>
  );
}

/** Shown after checkout. The payment event may arrive later, so the page waits for it. */
export function PaymentSuccess() {
  const t = useAccountTexts();
  const search = useSearch();
  const sessionId = search.get('session_id');
  const planType = productKeys.find((key) => key === search.get('plan'));
  const { confirmation, product } = useConfirmation(
    sessionId ? { sessionId } : planType ? { planType } : null,
  );
  const { plan } = usePlan();
  const format = useFormat();
  const bought: Partial<Record<ProductKey, string>> = {
    lifetime: t.payments.successLifetime,
    deal_finder_boost: t.payments.successBoost(format.date(plan.boost_until)),
    unlock_price: t.payments.successUnlock,
  };
  const text = {
    unasked: sessionId ? t.payments.successUnasked : t.payments.successText,
    done: (product && bought[product]) ?? t.payments.successText,
    waiting: t.payments.successWaiting,
    late: t.payments.successLate,
    unknown: t.payments.successUnknown,
  }[confirmation];
  const isWaiting = confirmation === 'waiting' || confirmation === 'late';
  const isUnknown = confirmation === 'unknown';
  const title = isWaiting
    ? t.payments.waitingTitle
    : isUnknown
      ? t.payments.unknownTitle
      : t.payments.successTitle;
  useTitle(title);
  return (
    <PaymentResult
      mark={isWaiting ? 'waiting' : isUnknown ? 'cancelled' : 'done'}
      title={title}
      toHome={t.payments.startFinding}
      toProfile={t.payments.viewProfile}
      reference={sessionId && `${t.payments.sessionId}: ${sessionId}`}
    >
      <p>{text}</p>
    </PaymentResult>
  );
}
