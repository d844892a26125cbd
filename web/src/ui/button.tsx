import type { ComponentPropsWithRef } from 'react';

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg border font-semibold whitespace-nowrap transition-colors duration-100 disabled:opacity-55 aria-disabled:opacity-55';

/** The looks of buttons and of links that act as buttons. Green is the one thing to press. On a phone each is 44 px or more for a finger. */
export const button = {
  primary: `${base} h-10 max-md:h-11 px-4.5 text-control border-accent bg-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover`,
  secondary: `${base} h-10 max-md:h-11 px-4.5 text-control border-rule-2 text-ink hover:bg-paper-2`,
  plain: `${base} h-10 max-md:h-11 px-3 text-control border-transparent text-ink hover:bg-paper-2`,
  large: `${base} h-14 rounded-[10px] px-7 text-[17px] border-accent bg-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover`,
  largeSecondary: `${base} h-12 rounded-[10px] px-6 text-body border-rule-2 text-ink hover:bg-paper-2`,
  icon: 'inline-grid size-10 max-md:size-11 flex-none place-items-center rounded-lg text-ink-2 hover:bg-paper-2 hover:text-ink transition-colors duration-100 disabled:opacity-40 disabled:hover:bg-transparent',
  link: 'max-md:-my-3 max-md:py-3 inline-flex items-center gap-2 font-semibold text-accent hover:text-accent-hover underline-offset-4 hover:underline',
  quiet: 'max-md:-my-3 max-md:py-3 text-meta text-ink-2 underline underline-offset-[3px] hover:text-ink',
} as const;

type Props = ComponentPropsWithRef<'button'> & { look: keyof typeof button };

/** A button in one of the looks. */
export const Button = ({ look, className = '', ...props }: Props) => (
  <button type="button" {...props} className={`${button[look]} ${className}`} />
);
