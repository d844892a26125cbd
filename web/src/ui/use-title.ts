import { useEffect } from 'react';

/** Names the window after a page whose texts come with it. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} | Bilfund`;
  }, [name]);
}
