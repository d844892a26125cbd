import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

type MessageBoxProps = { kind: 'error' | 'success' | 'warning'; children: ReactNode; onDismiss?: () => void };

const looks = {
  error: 'border-poor text-poor',
  success: 'border-amazing text-amazing',
  warning: 'border-rule-2 text-ink',
};

/** A result message beside its cause; errors are announced at once. */
export function MessageBox({ kind, children, onDismiss }: MessageBoxProps) {
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

/** An error in its place; nothing while there is none. */
export const ErrorBox = ({ className, children }: { className: string; children: ReactNode }) =>
  children && (
    <div className={className}>
      <MessageBox kind="error">{children}</MessageBox>
    </div>
  );

type EmptyStateProps = { title: string; text: string; children?: ReactNode };

/** An empty state: a sentence, what to do, and a link. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-3 py-12 md:py-20">
      <svg width="180" height="24" viewBox="0 0 180 24" aria-hidden="true">
        <path d="M0 12h180" stroke="var(--rule-2)" strokeDasharray="2 5" />
        <circle cx="90" cy="12" r="6" fill="var(--paper)" stroke="var(--rule-2)" strokeWidth="1.5" />
      </svg>
      <h2 className="text-h2 tracking-[-0.03em]">{title}</h2>
      <p className="max-w-[46ch] text-body text-ink-2">{text}</p>
      {children && <div className="mt-2 flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}

type Words = {
  /** Name of the screen; its title by default. */
  heading?: string;
  title: string;
  text: string;
};
/** `to`: the target of the link; the home page by default. */
type ScreenNoticeProps = Words & { to?: string; action?: string };

/** A full-screen message with a reason and a link. */
export function ScreenNotice({ heading, title, text, to = paths.home, action }: ScreenNoticeProps) {
  const t = useTexts();
  return (
    <div className="column">
      <h1 className="sr-only">{heading ?? title}</h1>
      <EmptyState title={title} text={text}>
        <Link to={to} className={button.primary}>
          {action ?? t.common.backToHome}
        </Link>
      </EmptyState>
    </div>
  );
}

/** Shown to visitors instead of a screen that needs an account. */
export function MembersNotice(words: Words) {
  const t = useTexts();
  return <ScreenNotice {...words} to={paths.login} action={t.shell.logIn} />;
}

/** A label and its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** A definition list with thin rules. */
export function FactList({ rows, className = '' }: { rows: readonly Fact[]; className?: string }) {
  return (
    <dl className={`${className} text-control`}>
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.75">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right font-semibold text-balance wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sets the window title of a page whose texts are loaded with it. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} | Bilfund`;
  }, [name]);
}

type SkeletonProps = { count: number; className?: string };

/** Stands where a list of facts comes, in about its height. */
export function SkeletonLines({ count, className = '' }: SkeletonProps) {
  return (
    <div aria-busy="true" className={`${className} border-t border-rule`}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={line} className="flex justify-between gap-6 border-b border-rule py-6">
          <span className="skeleton h-4 w-2/5" />
          <span className="skeleton h-4 w-1/5" />
        </div>
      ))}
    </div>
  );
}
