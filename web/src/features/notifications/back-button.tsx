import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { useGo } from '../../ui/navigation.ts';

/** To where one came from. */
export function BackButton() {
  const t = useInboxTexts();
  const go = useGo();
  return (
    <button type="button" className={`${button.link} text-control`} onClick={() => go(-1)}>
      <Icon name="back" size={18} />
      {t.notifications.back}
    </button>
  );
}
