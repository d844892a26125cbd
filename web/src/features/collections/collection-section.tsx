import type { ReactNode } from 'react';
import { useCollectionTexts } from '../../i18n/collection-texts.ts';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';

type CollectionSectionProps = {
  title: string;
  text: string;
  error: Error | null;
  retry: () => void;
  children: ReactNode;
};

export function CollectionSection({ title, text, error, retry, children }: CollectionSectionProps) {
  const t = useTexts();
  const own = useCollectionTexts();
  const failureText = useFailureText();
  return (
    <section>
      <h2 className="text-h2 tracking-[-0.03em]">{title}</h2>
      <p className="mt-2 mb-5 max-w-[52ch] text-body text-ink-2">{text}</p>
      {error && (
        <div className="mb-5 grid justify-items-start gap-4">
          <MessageBox kind="error">
            {own.loadFailed} {failureText(error)}
          </MessageBox>
          <button type="button" className={button.secondary} onClick={retry}>
            {t.common.tryAgain}
          </button>
        </div>
      )}
      {children}
    </section>
  );
}
