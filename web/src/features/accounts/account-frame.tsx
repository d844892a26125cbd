import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';

type Props = { title: string; lead: string; children: ReactNode };

/** The narrow column of the account forms. */
export function AccountFrame({ title, lead, children }: Props) {
  const t = useTexts();
  return (
    <div className="mx-auto w-full max-w-md px-5 py-10 md:py-20">
      <Link to={paths.home} className={`${button.quiet} inline-flex items-center gap-1.5 no-underline`}>
        <Icon name="back" size={16} />
        {t.common.backToHome}
      </Link>
      <h1 className="mt-6 text-[44px]/12 tracking-[-0.035em]">{title}</h1>
      <p className="mt-2 text-body text-ink-2">{lead}</p>
      <div className="mt-8 grid gap-5">{children}</div>
    </div>
  );
}
