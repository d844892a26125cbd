import { useState } from 'react';
import { Button } from '../ui/button.tsx';

type CopyProps = {
  text: string;
  /** The button's accessible name, where its label alone does not say what it copies. */
  name?: string;
  texts: { copy: string; copied: string; copyFailed: string };
  look: 'primary' | 'secondary';
};

/** Copies a text and says whether that worked. */
export function CopyButton({ text, name, texts, look }: CopyProps) {
  const [copied, setCopied] = useState<{ text: string; isDone: boolean } | null>(null);
  const tell = (isDone: boolean) => () => setCopied({ text, isDone });
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        look={look}
        aria-label={name}
        onClick={() => void navigator.clipboard.writeText(text).then(tell(true), tell(false))}
      >
        {texts.copy}
      </Button>
      <p role="status" className="text-meta text-ink-2">
        {copied?.text === text && (copied.isDone ? texts.copied : texts.copyFailed)}
      </p>
    </div>
  );
}

type Props = {
  /** The label of the address. */
  name: string;
  address: string;
  copyName?: string;
  texts: CopyProps['texts'];
  look?: CopyProps['look'];
};

/** An address with a button that copies it. */
export function AddressToCopy({ name, address, copyName, texts, look = 'secondary' }: Props) {
  return (
    <>
      <code
        role="note"
        aria-label={name}
        className="mt-1 mb-2 block rounded-[10px] border border-rule bg-paper-2 p-3 text-meta wrap-anywhere select-all"
      >
        {address}
      </code>
      <CopyButton text={address} name={copyName} texts={texts} look={look} />
    </>
  );
}
