import { useButtonTexts } from '../../../i18n/button-texts.ts';
import { paths } from '../../../paths.ts';
import { button } from '../../../ui/button.ts';
import { Link } from '../../../ui/link.tsx';
import { MessageBox } from '../../../ui/message-box.tsx';
import type { Refusal } from './use-hand-over.ts';

/** Says why there are no cars, and what works instead. */
export function RefusedCars({ reason }: { reason: Refusal }) {
  const t = useButtonTexts();
  const isOld = reason === 'old_button';
  return (
    <>
      <h1 className="text-[34px]/10 tracking-[-0.035em] md:text-[44px]/12">{t.receive.title}</h1>
      <div className="mt-6">
        <MessageBox kind={reason === 'no_button' ? 'warning' : 'error'}>{t.refused[reason]}</MessageBox>
      </div>
      <p className="mt-6">
        <Link to={paths.button} className={isOld ? button.primary : button.secondary}>
          {isOld ? t.receive.newButton : t.receive.aboutButton}
        </Link>
      </p>
    </>
  );
}
