import { Component, type ReactNode } from 'react';
import type { Texts } from '../i18n/en.ts';
import { Button } from '../ui/press.tsx';

type Props = { texts: Texts; children: ReactNode };

/** Catches render errors and offers a reload. React supports this in class components only. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { texts: t, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <main className="column py-24">
        <h1 className="text-[44px]/12 tracking-[-0.035em]">{t.shell.brokenTitle}</h1>
        <p className="mt-3 max-w-[52ch] text-ink-2">{t.shell.brokenText}</p>
        <Button look="primary" className="mt-6" onClick={() => location.reload()}>
          {t.shell.reload}
        </Button>
      </main>
    );
  }
}
