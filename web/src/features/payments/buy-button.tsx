import { useAccountTexts } from '../../i18n/account-texts.ts';
import { button } from '../../ui/button.ts';

type Props = {
  look: 'primary' | 'secondary';
  label: string;
  isOpening: boolean;
  isDisabled: boolean;
  onBuy: () => void;
};

/** Leads to checkout, and says so while it opens. */
export function BuyButton({ look, label, isOpening, isDisabled, onBuy }: Props) {
  const t = useAccountTexts();
  return (
    <button
      type="button"
      className={`${button[look]} w-full max-md:h-12`}
      disabled={isDisabled}
      aria-busy={isOpening}
      onClick={onBuy}
    >
      {isOpening ? t.payments.opening : label}
    </button>
  );
}
