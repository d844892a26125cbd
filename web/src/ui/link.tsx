import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useGo } from './navigation.ts';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; state?: unknown };

const hasModifier = (event: MouseEvent) =>
  event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0;

/**
 * A link to a place of the app, given from its root. The router's own knows how to fetch the data and scripts of the next page
 * ahead, which only its framework has: 2 KiB that everybody would load.
 */
export function Link({ to, state, onClick, ...props }: Props) {
  const go = useGo();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // A new tab, a new window and a download are the browser's own.
    if (event.defaultPrevented || props.target || hasModifier(event)) return;
    event.preventDefault();
    // As a browser does with a link to where one is already: nothing more to go back to.
    go(to, { state, replace: event.currentTarget.href === location.href });
  };
  return <a {...props} href={to} onClick={press} />;
}
