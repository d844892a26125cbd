import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';

type Props = { kind: 'error' | 'success' | 'warning'; children: ReactNode; onDismiss?: () => void };

const looks = {
  error: 'border-poor text-poor',
  success: 'border-amazing text-amazing',
  warning: 'border-rule-2 text-ink',
};

/** A result in words beside the thing it belongs to; errors are announced at once. */
export function MessageBox({ kind, children, onDismiss }: Props) {
  const t = useTexts();
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-lg border px-4 py-3 text-control ${looks[kind]}`}
    >
      <Icon name={kind === 'success' ? 'check' : 'warning'} />
      <div className="min-w-0 grow">{children}</div>
      {onDismiss && (
        <button
          type="button"
          className="-my-1 max-md:-my-3 max-md:-mr-3 grid size-7 max-md:size-11 flex-none place-items-center rounded-md hover:bg-paper-2"
          aria-label={t.common.close}
          onClick={onDismiss}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
