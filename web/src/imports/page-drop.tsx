import { type DragEvent, useId, useState } from 'react';
import { useImportTexts } from '../i18n/text-parts.ts';
import { Icon } from '../ui/icon.tsx';
import { ErrorBox } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';
import { useImportPage, useRefusalText } from './use-start-import.ts';

/** Accepts a page saved by the reader's browser, dropped or chosen; works if Marketplace refuses visitors. */
export function PageDrop({ onStarted }: { onStarted: (jobId: string) => void }) {
  const t = useImportTexts();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const page = useImportPage(onStarted);
  const explain = useRefusalText();

  const take = (file: File | undefined) => {
    if (!file) return;
    page.mutate(
      { file },
      {
        onSuccess: ({ carsFound, rejected }) => {
          const more = rejected.length > 0 ? ` ${t.imports.rejected(rejected.length)}` : '';
          notify(`${t.imports.pageRead(carsFound)}.${more}`);
        },
      },
    );
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside serves everybody */}
      <div
        className={`mt-3 flex items-start gap-2.5 rounded-lg border border-dashed px-3.5 py-2.5 text-meta text-ink-2 max-w-[720px] ${isOver ? 'border-accent bg-tint' : 'border-rule-2'}`}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files[0]);
        }}
      >
        <Icon name="file" size={18} className="mt-px" />
        <p>
          {isOver ? (
            t.imports.dropHere
          ) : page.isPending ? (
            t.imports.reading
          ) : (
            <>
              <b className="font-semibold text-ink">{t.imports.saveTitle}</b>{' '}
              <label
                htmlFor={id}
                className="cursor-pointer font-semibold text-accent underline underline-offset-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent"
              >
                ({t.imports.choose})
                <input
                  id={id}
                  type="file"
                  accept=".html,.htm,.txt,.json,text/html,application/json"
                  className="sr-only"
                  onChange={(event) => {
                    take(event.target.files?.[0]);
                    event.target.value = '';
                  }}
                />
              </label>
              <span className="max-md:sr-only">. {t.imports.saveText}</span>
            </>
          )}
        </p>
      </div>
      <ErrorBox className="mt-3 max-w-[720px]">{page.error && explain(page.error)}</ErrorBox>
    </>
  );
}
