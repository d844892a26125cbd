import { useEffect, useRef } from 'react';
import { useButtonTexts } from '../../../i18n/button-texts.ts';
import { paths } from '../../../paths.ts';

/** Where an iPhone's Shortcut leads: what Android shares with the installed app goes there too. */
export const shortcutAddress = (origin: string): string => `${origin}${paths.shared}?text=`;

/** An iPhone shares with no web app; a Shortcut of the reader's own does it, made once by these steps. */
export function ShortcutRecipe() {
  const t = useButtonTexts();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Who comes for it need not look for it: this page is drawn after the browser has looked for the place.
    if (location.hash === '#iphone') section.current?.scrollIntoView();
  }, []);
  return (
    <section id="iphone" ref={section} className="mt-14 border-t border-rule pt-8">
      <h2 className="text-[28px]/8 tracking-[-0.03em]">{t.shortcut.title}</h2>
      <p className="mt-3 max-w-[60ch] text-body text-ink-2">{t.shortcut.lead}</p>
      <ol className="mt-4 grid max-w-[60ch] list-decimal gap-2 pl-6 text-body text-ink-2">
        {t.shortcut.steps(shortcutAddress(location.origin)).map(([text, address]) => (
          <li key={text}>
            {text}
            {address && (
              <code className="mt-1 block select-all rounded-md bg-tint px-3 py-2 text-meta text-ink wrap-anywhere">
                {address}
              </code>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-4 max-w-[60ch] text-body text-ink-2">{t.shortcut.use}</p>
    </section>
  );
}
