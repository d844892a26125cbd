import type { ButtonSettings } from '../../../../button/press-button.ts';

/**
 * The address of a bookmark that runs the button's code wherever it is pressed. In a function of its own: pressed twice on
 * one page, it must not declare its settings twice.
 */
export function bookmarkOf(code: string, settings: ButtonSettings): string {
  const script = `(()=>{const bilfundButton=${JSON.stringify(settings)};${code}})()`;
  return `javascript:${encodeURIComponent(script)}`;
}
