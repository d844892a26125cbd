import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { limits, type PlanType, prices } from '#core/payments/plan.ts';
import { call } from '../api/call.ts';
import { refreshPlan } from '../api/queries.ts';
import { useFormat } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { InKroner } from './in-kroner.tsx';
import { usePaymentFailure } from './use-plan.ts';

type BuyButtonProps = {
  look: 'primary' | 'secondary';
  label: string;
  isOpening: boolean;
  isDisabled: boolean;
  onBuy: () => void;
};

/** Leads to checkout, and says so while it opens. */
export function BuyButton({ look, label, isOpening, isDisabled, onBuy }: BuyButtonProps) {
  const t = useAccountTexts();
  return (
    <Button
      look={look}
      className="w-full max-md:h-12"
      disabled={isDisabled}
      aria-busy={isOpening}
      onClick={onBuy}
    >
      {isOpening ? t.payments.opening : label}
    </Button>
  );
}

type OfferItemProps = {
  name: string;
  cents: number;
  unit: string;
  note: string;
  isRecommended?: boolean;
  children: ReactNode;
};

/** One thing to buy: its name, the price as the headline, what it is, and the button. */
export function OfferItem({ name, cents, unit, note, isRecommended = false, children }: OfferItemProps) {
  const format = useFormat();
  return (
    <li
      className={`grid grid-cols-[1fr_auto] content-start gap-x-4 border-rule py-5 max-md:border-b md:row-span-4 md:grid-cols-1 md:grid-rows-subgrid md:border-l md:px-5 md:first:border-0 md:first:pl-0 ${isRecommended ? 'md:shadow-[inset_0_3px_var(--accent)]' : ''}`}
    >
      <h4 className="text-body font-semibold">{name}</h4>
      <p className="flex items-baseline justify-end gap-2 max-md:row-span-2 max-md:flex-col max-md:items-end max-md:gap-0 md:mt-2 md:justify-start">
        <b
          className={`text-[36px]/9 font-semibold tracking-[-0.05em] md:text-[48px]/12 ${isRecommended ? 'text-accent' : ''}`}
        >
          {format.euro(cents)}
        </b>
        <span className="text-meta text-ink-2">
          {unit}
          <span className="block">
            <InKroner cents={cents} />
          </span>
        </span>
      </p>
      <p className="text-meta text-ink-2 md:mt-1">{note}</p>
      <div className="mt-4 max-md:col-span-2">{children}</div>
    </li>
  );
}

export const planOffers = ['premium_monthly', 'premium_quarterly', 'lifetime'] as const;
export type PlanOffer = (typeof planOffers)[number];

export type QuickOffer = 'deal_finder_boost' | 'unlock_price';

const rank: Record<PlanType, number> = {
  free: 0,
  deal_finder_boost: 0,
  premium: 1,
  premium_monthly: 1,
  premium_quarterly: 2,
  lifetime: 3,
};

/**
 * What an offer is to somebody on the plan `current`: something to choose, a step up to switch to, the plan they have, or
 * `below` it (a step down is made in the customer portal, where the rest of a period is reckoned).
 */
export function standingOf(offer: PlanOffer, current: PlanType): 'choose' | 'switch' | 'current' | 'below' {
  if (offer === current) return 'current';
  if (rank[current] === 0) return 'choose';
  return rank[offer] > rank[current] ? 'switch' : 'below';
}

type PlanOffersProps = {
  current: PlanType;
  opening: PlanOffer | QuickOffer | null;
  onBuy: (offer: PlanOffer) => void;
};

/** The three plans. The three-month one stands out; the reader's own says so. */
export function PlanOffers({ current, opening, onBuy }: PlanOffersProps) {
  const t = useAccountTexts();
  const format = useFormat();
  const quarterNote = t.plans.quarterlyNote(
    format.euro(Math.round(prices.premium_quarterly / 3)),
    format.euro(3 * prices.premium_monthly - prices.premium_quarterly),
  );
  const about: Record<PlanOffer, { unit: string; note: string; verb: (name: string) => string }> = {
    premium_monthly: {
      unit: t.payments.perMonth,
      note: t.payments.monthlyNote,
      verb: t.payments.choose,
    },
    premium_quarterly: { unit: t.payments.perQuarter, note: quarterNote, verb: t.payments.choose },
    lifetime: { unit: t.payments.once, note: t.payments.lifetimeNote, verb: t.payments.buy },
  };
  return (
    <ul className="grid md:grid-cols-3">
      {planOffers.map((offer) => {
        const { unit, note, verb } = about[offer];
        const name = t.plans.name[offer];
        const standing = standingOf(offer, current);
        const isRecommended = offer === 'premium_quarterly' && standing !== 'below';
        return (
          <OfferItem key={offer} {...{ name, unit, note, isRecommended }} cents={prices[offer]}>
            {standing === 'current' && (
              <p className="py-2.5 text-control font-semibold text-accent">{t.payments.yourPlan}</p>
            )}
            {(standing === 'choose' || standing === 'switch') && (
              <BuyButton
                look={isRecommended ? 'primary' : 'secondary'}
                label={(standing === 'switch' ? t.payments.switchTo : verb)(name)}
                isOpening={opening === offer}
                isDisabled={opening !== null}
                onBuy={() => onBuy(offer)}
              />
            )}
          </OfferItem>
        );
      })}
    </ul>
  );
}

type Row = [feature: string, free: string | boolean, premium: string | boolean];

function useRows(): Row[] {
  const t = useAccountTexts();
  const format = useFormat();
  return [
    [t.payments.rowImports, t.payments.importsFree(limits.freeScrapesPerMonth), t.payments.importsPremium],
    [t.list.subscriptions, String(limits.freeSearches), String(limits.premiumSearches)],
    [t.payments.rowOpen, true, true],
    [t.payments.rowAmazing, false, true],
    [t.payments.rowDealFilter, false, true],
    [t.payments.rowEstimates, t.payments.estimatesFree(format.euro(prices.unlock_price)), true],
    [t.payments.rowMail, false, true],
    [t.payments.rowPriority, false, true],
  ];
}

/** What Free and Premium hold, side by side; every number comes from the plans themselves. */
export function ComparisonTable() {
  const t = useAccountTexts();
  return (
    <table className="mt-2 w-full text-left text-control">
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="py-2.5 pr-4 font-semibold">
            {t.payments.feature}
          </th>
          <th scope="col" className="w-24 py-2.5 pr-4 font-semibold md:w-40">
            {t.plans.name.free}
          </th>
          <th scope="col" className="w-24 py-2.5 font-semibold md:w-40">
            {t.plans.name.premium}
          </th>
        </tr>
      </thead>
      <tbody>
        {useRows().map(([feature, free, premium]) => (
          <tr key={feature} className="border-b border-rule">
            <th scope="row" className="py-2.5 pr-4 font-normal text-ink-2">
              {feature}
            </th>
            <td className="py-2.5 pr-4">
              <Included value={free} />
            </td>
            <td className="py-2.5 font-semibold">
              <Included value={premium} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Included({ value }: { value: string | boolean }) {
  const t = useAccountTexts();
  if (typeof value === 'string') return value;
  return (
    <span className={value ? 'text-accent' : 'text-ink-3'}>
      <span className="sr-only">{value ? t.payments.yes : t.payments.no}</span>
      {value ? <Icon name="check" size={18} /> : <span aria-hidden="true">–</span>}
    </span>
  );
}

/** A field for the code that unlocks market values without paying. */
export function PromotionCode() {
  const t = useAccountTexts();
  const id = useId();
  const client = useQueryClient();
  const failureText = usePaymentFailure();
  const redeem = useMutation({
    mutationFn: (code: string) => call('POST /api/payments/redeem-code', { body: { code } }),
    onSuccess: () => refreshPlan(client),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    redeem.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  };
  if (redeem.isSuccess) return <MessageBox kind="success">{t.payments.redeemed}</MessageBox>;
  return (
    <details>
      <summary className={`${button.quiet} list-none`}>{t.payments.haveCode}</summary>
      <form onSubmit={submit} className="mt-3 grid gap-3">
        <label htmlFor={id} className="sr-only">
          {t.payments.code}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="code"
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={t.payments.code}
            className="h-10 max-md:h-11 w-full min-w-0 rounded-lg border border-field bg-surface px-3 text-control uppercase placeholder:normal-case placeholder:text-ink-3"
          />
          <Button type="submit" look="secondary" disabled={redeem.isPending}>
            {t.payments.redeem}
          </Button>
        </div>
        {redeem.error && (
          <MessageBox kind="error">{failureText(redeem.error, t.payments.redeemFailed)}</MessageBox>
        )}
      </form>
    </details>
  );
}
