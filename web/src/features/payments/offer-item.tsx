import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/language.tsx';

type Props = {
  name: string;
  cents: number;
  unit: string;
  note: string;
  isRecommended?: boolean;
  children: ReactNode;
};

/** One thing to buy: its name, the price as the headline, what it is, and the button. */
export function OfferItem({ name, cents, unit, note, isRecommended = false, children }: Props) {
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
        <span className="text-meta text-ink-2">{unit}</span>
      </p>
      <p className="text-meta text-ink-2 md:mt-1">{note}</p>
      <div className="mt-4 max-md:col-span-2">{children}</div>
    </li>
  );
}
