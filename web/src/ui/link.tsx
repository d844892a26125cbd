import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; state?: unknown };

/**
 * A link to a place of the app. The router's own knows how to fetch the data and scripts of the next page ahead, which only
 * its framework has: 2 KiB that everybody would load.
 */
export function Link({ to, state, onClick, ...props }: Props) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, target: props.target });
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a {...props} href={useHref(to)} onClick={press} />;
}
