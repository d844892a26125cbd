import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = { kind: 'error' | 'success'; children: ReactNode };

/** A result in words beside the thing it belongs to; errors are announced at once. */
export function MessageBox({ kind, children }: Props) {
  const isError = kind === 'error';
  return (
    <div
      role={isError ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-lg border px-4 py-3 text-control ${isError ? 'border-poor text-poor' : 'border-amazing text-amazing'}`}
    >
      <Icon name={isError ? 'warning' : 'check'} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
