import { limits, prices } from '#core/plan/plans.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { UpgradeReason } from '../../upgrade-reason.ts';
import { ComparisonTable } from './comparison-table.tsx';

type Offer = { name: string; cents: number; unit: string; note?: string };

type Props = { reason: UpgradeReason | null; onClose: () => void };

/** Plans, quick upgrades and the comparison. Checkout comes with the payments release; the dialog says so. */
export default function UpgradeDialog({ reason, onClose }: Props) {
  const t = useAccountTexts();
  const format = useFormat();
  const savedCents = 3 * prices.premium_monthly - prices.premium_quarterly;
  const quarterNote = t.plans.quarterlyNote(
    format.euro(Math.round(prices.premium_quarterly / 3)),
    format.euro(savedCents),
  );
  const offers: Offer[] = [
    { name: t.payments.plan.premium_monthly, cents: prices.premium_monthly, unit: t.payments.perMonth },
    {
      name: t.payments.plan.premium_quarterly,
      cents: prices.premium_quarterly,
      unit: t.payments.perQuarter,
      note: quarterNote,
    },
    { name: t.payments.plan.lifetime, cents: prices.lifetime, unit: t.payments.once },
  ];
  const quick: Offer[] = [
    {
      name: t.payments.boostName,
      cents: prices.deal_finder_boost,
      unit: t.payments.once,
      note: t.plans.boostNote(limits.boostDays),
    },
    {
      name: t.payments.unlockName,
      cents: prices.unlock_price,
      unit: t.payments.once,
      note: t.payments.unlockNote,
    },
  ];
  return (
    <Modal title={t.payments.title} onClose={onClose} wide>
      <p className="max-w-[52ch] text-body text-ink-2">
        {reason && <b className="block font-semibold text-ink">{t.payments.reason[reason]}</b>}
        {t.payments.lead}
      </p>
      <p className="mt-4 rounded-lg bg-paper-2 px-4 py-3 text-control">{t.payments.checkoutNote}</p>
      <h3 className="mt-7 border-b border-ink pb-2.5 text-h3">{t.payments.plansHeading}</h3>
      <OfferList offers={offers} columns="md:grid-cols-3" />
      <h3 className="mt-7 border-b border-ink pb-2.5 text-h3">{t.payments.quickHeading}</h3>
      <OfferList offers={quick} columns="md:grid-cols-2" />
      <h3 className="mt-7 text-h3">{t.payments.compareHeading}</h3>
      <ComparisonTable />
    </Modal>
  );
}

function OfferList({ offers, columns }: { offers: Offer[]; columns: string }) {
  const format = useFormat();
  return (
    <ul className={`grid gap-x-6 divide-rule max-md:divide-y ${columns}`}>
      {offers.map((offer) => (
        <li key={offer.name} className="py-4">
          <p className="text-control font-semibold">{offer.name}</p>
          <p className="mt-1 flex items-baseline gap-2">
            <b className="text-[44px]/12 font-semibold tracking-[-0.045em]">{format.euro(offer.cents)}</b>
            <span className="text-meta text-ink-2">{offer.unit}</span>
          </p>
          {offer.note && <p className="mt-1 text-meta text-ink-2">{offer.note}</p>}
        </li>
      ))}
    </ul>
  );
}
