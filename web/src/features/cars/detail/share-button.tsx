import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { button } from '../../../ui/button.ts';
import { Icon } from '../../../ui/icon.tsx';
import { notify } from '../../../ui/notices.tsx';

/** The device's own share sheet where there is one, else the address goes to the clipboard (docs/spec.md 2). */
export function ShareButton({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const share = async () => {
    const url = window.location.href;
    const title = car.share_title;
    const data = { title, text: t.car.shareText(title, formatNumber(car.price)), url };
    try {
      if (navigator.share) await navigator.share(data);
      else {
        await navigator.clipboard.writeText(url);
        notify(t.car.linkCopied);
      }
    } catch (error) {
      // A closed share sheet is no failure; a browser that lets nothing be shared or copied is.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify(t.car.linkNotCopied);
    }
  };
  return (
    <button type="button" className={button.plain} onClick={() => void share()}>
      <Icon name="share" size={18} />
      <span className="max-sm:sr-only">{t.car.share}</span>
    </button>
  );
}
