import { useState } from 'react';
import { button } from '../ui/button.ts';

type Props = {
  /** The label of the address. */
  name: string;
  address: string;
  /** The button's accessible name, where its label alone does not say what it copies. */
  copyName?: string;
  texts: { copy: string; copied: string; copyFailed: string };
  kind?: 'primary' | 'secondary';
};

/** An address with a button that copies it and shows whether that worked. */
export function AddressToCopy({ name, address, copyName, texts, kind = 'secondary' }: Props) {
  const [copied, setCopied] = useState<{ address: string; isDone: boolean } | null>(null);
  const tell = (isDone: boolean) => () => setCopied({ address, isDone });
  const isTold = copied?.address === address;
  return (
    <>
      <code
        role="note"
        aria-label={name}
        className="mt-1 block rounded-[10px] border border-rule bg-paper-2 p-3 text-meta wrap-anywhere select-all"
      >
        {address}
      </code>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <button
          type="button"
          className={button[kind]}
          aria-label={copyName}
          onClick={() => void navigator.clipboard.writeText(address).then(tell(true), tell(false))}
        >
          {texts.copy}
        </button>
        <p role="status" className="text-meta text-ink-2">
          {isTold && (copied.isDone ? texts.copied : texts.copyFailed)}
        </p>
      </div>
    </>
  );
}
