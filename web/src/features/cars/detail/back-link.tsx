import { useCarTexts } from '../../../i18n/car-texts.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { recallList } from '../list-memory.ts';

/** The way back leads to the very list one came from: filters, page and place. */
export function BackLink() {
  const t = useCarTexts();
  return (
    <Link
      to={paths.list(recallList())}
      state={{ isReturn: true }}
      className="flex min-h-11 items-center gap-2 text-meta font-semibold hover:underline hover:underline-offset-3"
    >
      <Icon name="back" size={18} />
      {t.car.back}
    </Link>
  );
}
