import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ButtonSettings } from '../../button/press-button.ts';
import { useAbout } from '../api/queries.ts';
import { useButtonTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';

/**
 * The address of a bookmark that runs the button's code wherever it is pressed. In a function of its own: pressed twice on
 * one page, it must not declare its settings twice.
 */
export function bookmarkOf(code: string, settings: ButtonSettings): string {
  const script = `(()=>{const bilfundButton=${JSON.stringify(settings)};${code}})()`;
  return `javascript:${encodeURIComponent(script)}`;
}

async function fetchCode(signal: AbortSignal): Promise<string> {
  const answer = await fetch(paths.buttonCode, { signal });
  if (!answer.ok) throw new Error(`the button's code: status ${answer.status}`);
  return (await answer.text()).trim();
}

/** The button itself, to be dragged to the bookmarks bar: made for this installation, in the reader's language. */
export function DragBookmark() {
  const t = useButtonTexts();
  const about = useAbout();
  const code = useQuery({
    queryKey: ['button-code'],
    queryFn: ({ signal }) => fetchCode(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (code.isError)
    return (
      <MessageBox kind="error">
        {t.buttonPage.failed}{' '}
        <Button look="quiet" className="text-inherit" onClick={() => code.refetch()}>
          {t.common.tryAgain}
        </Button>
      </MessageBox>
    );
  if (!code.data || !about)
    return <p className="flex h-14 items-center text-ink-2">{t.buttonPage.loading}</p>;
  const settings = {
    receiver: location.origin,
    demoOrigin: about.demo?.origin,
    blocked: t.buttonPage.blocked,
  };
  return (
    <Bookmark
      address={bookmarkOf(code.data, settings)}
      name={t.buttonPage.bookmark}
      onPress={() => notify(t.buttonPage.notHere)}
    />
  );
}

type BookmarkProps = { address: string; name: string; onPress: () => void };

/** A bookmark is made of a link. Its address is set by hand, since React takes none that is code; pressed here it says so. */
function Bookmark({ address, name, onPress }: BookmarkProps) {
  const adopt = (link: HTMLAnchorElement | null) => {
    if (!link) return;
    const press = (event: MouseEvent) => {
      event.preventDefault();
      onPress();
    };
    link.href = address;
    link.addEventListener('click', press);
    return () => link.removeEventListener('click', press);
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: its address comes with `adopt`
    <a ref={adopt} draggable className={`${button.large} cursor-grab gap-3 active:cursor-grabbing`}>
      <Icon name="save" />
      {name}
    </a>
  );
}

const line = 'stroke-rule-2';
const quiet = 'fill-paper-2 stroke-rule-2';

/** A browser's window with its address and bookmarks bars; the button is a bookmark in it. */
function BrowserWindow({ children, hasButton = true }: { children: ReactNode; hasButton?: boolean }) {
  return (
    <svg
      viewBox="0 0 320 200"
      aria-hidden="true"
      strokeWidth="1.5"
      className="h-auto w-full rounded-lg bg-paper-2"
    >
      <path d="M16 200V28a8 8 0 0 1 8-8h272a8 8 0 0 1 8 8v172" className="fill-surface stroke-rule-2" />
      <path d="M16 44h288M16 66h288" fill="none" className={line} />
      {[28, 38, 48].map((x) => (
        <circle key={x} cx={x} cy="32" r="3" className="fill-rule-2" />
      ))}
      <rect x="64" y="26" width="184" height="12" rx="6" className={quiet} />
      {[28, 58].map((x) => (
        <rect key={x} x={x} y="51" width="22" height="8" rx="3" className="fill-rule" />
      ))}
      {hasButton && <BookmarkDrawing x={92} y={48} />}
      {children}
    </svg>
  );
}

function BookmarkDrawing({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="54" height="14" rx="5" className="fill-accent" />
      <path d="M6 3.5h5v7l-2.5-2-2.5 2Z" className="fill-on-accent" />
      <rect x="15" y="5.5" width="32" height="3" rx="1.5" className="fill-on-accent" />
    </g>
  );
}

/** A hand's arrow with its tip at x, y. */
function Pointer({ x, y }: { x: number; y: number }) {
  return (
    <path
      d="m0 0 15 13.5-6.8.6 3.6 7.6-3.2 1.5-3.5-7.7L0 20Z"
      transform={`translate(${x} ${y})`}
      className="fill-ink stroke-surface"
    />
  );
}

const carSide =
  'M0 12c0-3 2-4.6 5-5l4-5.2C10 .6 11 0 12.6 0H23c1.6 0 2.8.6 3.9 1.700L31 6.500c5 .500 8 1.8 8 5.500v2.500H0Z';

function Car({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d={carSide} className="fill-ink-3" />
      <circle cx="9" cy="14" r="3.6" className="fill-ink stroke-paper-2" />
      <circle cx="30" cy="14" r="3.6" className="fill-ink stroke-paper-2" />
    </g>
  );
}

function Card({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="74" height="46" rx="4" className={quiet} />
      <Car x={17} y={17} />
      <rect y="52" width="34" height="5" rx="2.5" className="fill-ink-2" />
      <rect y="61" width="60" height="4" rx="2" className="fill-rule-2" />
    </g>
  );
}

/** The bookmark on its way from the page up to the bar. */
export function DragDrawing() {
  return (
    <BrowserWindow hasButton={false}>
      <rect
        x="92"
        y="48"
        width="54"
        height="14"
        rx="5"
        strokeDasharray="3 3"
        fill="none"
        className="stroke-accent"
      />
      <path d="M196 132C188 96 160 84 130 74" strokeDasharray="3 4" fill="none" className="stroke-accent" />
      <path d="m136.5 70-7 3.7 4.5 6.6" fill="none" className="stroke-accent" />
      <BookmarkDrawing x={172} y={140} />
      <Pointer x={212} y={147} />
    </BrowserWindow>
  );
}

/** Cards of a search, and more below. */
export function SearchDrawing() {
  return (
    <BrowserWindow>
      {[28, 114, 200].map((x) => (
        <Card key={x} x={x} y={80} />
      ))}
      {[28, 114, 200].map((x) => (
        <Card key={x} x={x} y={156} />
      ))}
      <rect x="290" y="74" width="6" height="118" rx="3" className="fill-rule" />
      <rect x="290" y="104" width="6" height="40" rx="3" className="fill-ink-3" />
    </BrowserWindow>
  );
}

/** The window over the search, which asks. */
export function ConfirmDrawing() {
  return (
    <BrowserWindow>
      {[28, 114, 200].map((x) => (
        <Card key={x} x={x} y={80} />
      ))}
      <Pointer x={122} y={57} />
      <rect x="112" y="92" width="176" height="96" rx="8" className="fill-surface stroke-rule-2" />
      <rect x="126" y="106" width="104" height="8" rx="4" className="fill-ink" />
      {[124, 136].map((y) => (
        <rect key={y} x="126" y={y} width="148" height="4" rx="2" className="fill-rule-2" />
      ))}
      <rect x="126" y="154" width="70" height="20" rx="6" className="fill-accent" />
      <rect x="138" y="162" width="46" height="4" rx="2" className="fill-on-accent" />
    </BrowserWindow>
  );
}

/** An ad: its photos, its words, its plate. */
export function AdDrawing() {
  return (
    <BrowserWindow>
      <rect x="28" y="80" width="132" height="82" rx="6" className={quiet} />
      <Car x={44} y={104} scale={2.6} />
      <rect x="80" y="133" width="30" height="11" rx="2" className="fill-surface stroke-poor" />
      <rect x="85" y="137" width="20" height="3" rx="1.5" className="fill-ink" />
      {[28, 74, 120].map((x) => (
        <rect key={x} x={x} y="170" width="40" height="30" rx="4" className={quiet} />
      ))}
      <rect x="176" y="84" width="96" height="8" rx="4" className="fill-ink" />
      {[104, 114, 124, 134].map((y, at) => (
        <rect key={y} x="176" y={y} width={at === 3 ? 64 : 108} height="4" rx="2" className="fill-rule-2" />
      ))}
      <Pointer x={122} y={57} />
    </BrowserWindow>
  );
}

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
