import type { ComponentPropsWithRef } from 'react';
import { button } from './button.ts';

type Props = ComponentPropsWithRef<'button'> & { look: keyof typeof button };

/** A button in one of the looks. */
export const Button = ({ look, className = '', ...props }: Props) => (
  <button type="button" {...props} className={`${button[look]} ${className}`} />
);
