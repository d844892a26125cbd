import { type FormEvent, useId } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type Props = {
  value: string;
  label: string;
  placeholder: string;
  action: string;
  shortAction: string;
  isDisabled: boolean;
  size?: 'small' | 'medium' | 'large';
  onChange: (value: string) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

const frames = {
  small: 'h-12',
  medium: 'h-14 md:h-16 md:pr-2',
  large: 'h-14 md:h-18 md:pr-1.75',
};
const buttons = {
  small: 'h-9! max-md:h-11!',
  medium: 'h-11! md:h-12! md:px-5 md:text-body',
  large: 'h-11! md:h-14! md:rounded-[10px] md:px-7 md:text-[17px]',
};

/** Joins shared text of several lines into one. */
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** A field with its button inside, used on the home page and above the list. */
export function LinkField({ size = 'medium', ...props }: Props) {
  const id = useId();
  return (
    <form
      onSubmit={props.onSubmit}
      className={`flex min-w-0 grow items-center gap-2 rounded-[10px] border border-field bg-surface pr-1.5 pl-3.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent md:gap-3 md:rounded-xl md:pl-5 ${frames[size]}`}
    >
      <label htmlFor={id} className="text-ink-3">
        <span className="sr-only">{props.label}</span>
        <Icon name="link" />
      </label>
      <input
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={props.value}
        placeholder={props.placeholder}
        className="h-full min-w-0 grow bg-transparent text-control text-ellipsis outline-none placeholder:text-ink-3 md:text-body"
        onChange={(event) => props.onChange(event.target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (!/[\r\n]/.test(text)) return;
          // The browser would remove the line breaks and join the link with the words around it.
          event.preventDefault();
          props.onChange(oneLine(text));
        }}
      />
      <Button
        type="submit"
        disabled={props.isDisabled}
        aria-label={props.action}
        look="primary"
        className={buttons[size]}
      >
        <span className="sm:hidden">{props.shortAction}</span>
        <span className="max-sm:hidden">{props.action}</span>
        {size === 'large' && <Icon name="arrow" size={18} className="max-md:hidden" />}
      </Button>
    </form>
  );
}
