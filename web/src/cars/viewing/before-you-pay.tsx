import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useViewingTexts, type ViewingTexts } from '../../i18n/text-parts.ts';
import { NotAsked } from '../../register/before-you-buy.tsx';
import { button } from '../../ui/button.tsx';

type Rule = Exclude<keyof ViewingTexts['viewing']['rules'], 'sellerUnknown'>;

/** Where each rule was read, and the day. */
const sources: Readonly<Record<Rule, { name: string; url: string; readOn: string }>> = {
  debt: {
    name: 'Den Juridiske Vejledning 2021-2, tinglysningsloven § 42 d',
    url: 'https://tax.dk/jv-2021-2/ga/G_A_3_2_2_1_3_6_10.htm',
    readOn: '2026-11-28',
  },
  certificate: {
    name: 'Den Juridiske Vejledning, registreringsbekendtgørelsen § 39',
    url: 'https://info.skat.dk/data.aspx?oid=1947217',
    readOn: '2026-11-28',
  },
  insurance: {
    name: 'Den Juridiske Vejledning, registreringsbekendtgørelsen §§ 38-53',
    url: 'https://info.skat.dk/data.aspx?oid=1947217',
    readOn: '2026-11-28',
  },
  registration: {
    name: 'Den Juridiske Vejledning, registreringsbekendtgørelsen § 62',
    url: 'https://info.skat.dk/data.aspx?oid=1947220',
    readOn: '2026-11-28',
  },
  dealer: {
    name: 'AutoBranchen Danmark',
    url: 'https://autobranchendanmark.dk/bilforhandlere/juridisk-raadgivning/koeberet/',
    readOn: '2026-11-28',
  },
  private: {
    name: 'DI Bilbranchen',
    url: 'https://www.danskindustri.dk/medlemsforeninger/foreningssites/bilbranchen/radgivning/branchejura/kobelov/',
    readOn: '2026-11-28',
  },
};

/** The rules that hold for a purchase from such a seller, in the order in which they are needed. A dealer may pose as a private seller. */
export function rulesFor(seller: WireCarDetail['seller_type']): Rule[] {
  const rights: Rule[] = seller === 'dealer' ? ['dealer'] : ['dealer', 'private'];
  return ['debt', 'certificate', 'insurance', 'registration', ...rights];
}

/** What no register was asked, and the rules of a purchase, each with its source. */
export function BeforeYouPay({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useViewingTexts();
  const format = useFormat();
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.viewing.pay}</h2>
      <p className="mt-2 max-w-3xl text-control text-ink-2">{t.viewing.payLead}</p>
      <ul className="mt-4 max-w-3xl">
        {rulesFor(car.seller_type).map((rule) => {
          const { name, url, readOn } = sources[rule];
          const { title, text } = t.viewing.rules[rule];
          return (
            <li key={rule} className="border-b border-rule py-4">
              <h3 className="text-body/5 font-semibold">{title}</h3>
              <p className="mt-1 text-control text-ink-2">{text}</p>
              <a href={url} target="_blank" rel="noreferrer" className={`${button.link} mt-1 text-meta`}>
                {t.viewing.source(name, format.date(readOn))}
              </a>
            </li>
          );
        })}
      </ul>
      {car.seller_type !== 'dealer' && (
        <p className="mt-3 text-meta text-ink-2">{t.viewing.rules.sellerUnknown}</p>
      )}
      <NotAsked car={car} />
    </section>
  );
}
