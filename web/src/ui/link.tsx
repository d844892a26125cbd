import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useGo } from './navigation.ts';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; state?: unknown };

const hasModifier = (event: MouseEvent) =>
  event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0;

/**
 * A link to an app path. The router's own `Link` can also prefetch data and scripts, which only its framework uses, and would
 * cost every visitor 2 KiB.
 */
export function Link({ to, state, onClick, ...props }: Props) {
  const go = useGo();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // The browser handles new tabs, new windows and downloads.
    if (event.defaultPrevented || props.target || hasModifier(event)) return;
    event.preventDefault();
    // Like a browser, replace the history entry for a link to the current address.
    go(to, { state, replace: event.currentTarget.href === location.href });
  };
  return <a {...props} href={to} onClick={press} />;
}
