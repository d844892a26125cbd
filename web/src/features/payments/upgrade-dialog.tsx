import { limits, prices } from '#core/plan/plans.ts';
import { useFormat, useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Modal } from '../../ui/modal.tsx';

type Offer = { name: string; cents: number; unit: string; note?: string };

/** Plans, quick upgrades and the comparison. Checkout comes with the payments release; the dialog says so. */
export default function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const savedCents = 3 * prices.premium_monthly - prices.premium_quarterly;
  const quarterNote = t.plans.quarterlyNote(
    format.euro(Math.round(prices.premium_quarterly / 3)),
    format.euro(savedCents),
  );
  const offers: Offer[] = [
    { name: t.plans.premium_monthly, cents: prices.premium_monthly, unit: t.plans.perMonth },
    {
      name: t.plans.premium_quarterly,
      cents: prices.premium_quarterly,
      unit: t.plans.perQuarter,
      note: quarterNote,
    },
    { name: t.plans.lifetime, cents: prices.lifetime, unit: t.plans.once },
  ];
  const quick: Offer[] = [
    {
      name: t.plans.boostName,
      cents: prices.deal_finder_boost,
      unit: t.plans.once,
      note: t.plans.boostNote(limits.boostDays),
    },
    { name: t.plans.unlockName, cents: prices.unlock_price, unit: t.plans.once, note: t.plans.unlockNote },
  ];
  return (
    <Modal title={t.plans.upgradeTitle} onClose={onClose} wide>
      <p className="max-w-[52ch] text-body text-ink-2">{t.plans.upgradeLead}</p>
      <p className="mt-4 rounded-lg bg-paper-2 px-4 py-3 text-control">{t.plans.checkoutNote}</p>
      <h3 className="mt-7 border-b border-ink pb-2.5 text-h3">{t.plans.plansHeading}</h3>
      <OfferList offers={offers} columns="md:grid-cols-3" />
      <h3 className="mt-7 border-b border-ink pb-2.5 text-h3">{t.plans.quickHeading}</h3>
      <OfferList offers={quick} columns="md:grid-cols-2" />
      <h3 className="mt-7 text-h3">{t.plans.compareHeading}</h3>
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

function ComparisonTable() {
  const t = useTexts();
  const rows: [string, string | boolean, string | boolean][] = [
    [t.plans.rowImports, t.plans.importsFree(limits.freeScrapesPerMonth), t.plans.importsPremium],
    [t.plans.rowOpen, true, true],
    [t.plans.rowPages, true, true],
    [t.plans.rowAmazing, false, true],
    [t.plans.rowDealFilter, false, true],
    [t.plans.rowEstimates, false, true],
  ];
  return (
    <table className="mt-2 w-full text-left text-control">
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="py-2.5 pr-4 font-semibold">
            {t.plans.feature}
          </th>
          <th scope="col" className="w-24 py-2.5 pr-4 font-semibold md:w-40">
            {t.plans.withFree}
          </th>
          <th scope="col" className="w-24 py-2.5 font-semibold md:w-40">
            {t.plans.withPremium}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([feature, free, premium]) => (
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
  const t = useTexts();
  if (typeof value === 'string') return value;
  return (
    <span className={value ? 'text-accent' : 'text-ink-3'}>
      <span className="sr-only">{value ? t.plans.yes : t.plans.no}</span>
      {value ? <Icon name="check" size={18} /> : <span aria-hidden="true">–</span>}
    </span>
  );
}
