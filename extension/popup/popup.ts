import { browserIntervals } from '#core/imports/own-page.ts';
import { type MarketplaceId, marketplaceIds, marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { openedPage, pathOf } from '#core/marketplaces/marketplaces.ts';
import type { Installation } from '../manifest.ts';
import type { LogEntry, PopupMessage, Refusal, State, Wall, Watch } from '../messages.ts';
import { type ExtensionTexts, textsOf } from '../texts.ts';

/** Written in by the build. */
declare const installation: Installation;

const place = document.querySelector<HTMLElement>('#popup')!;

type Props = Partial<Record<'class' | 'text' | 'href' | 'label', string>>;

/** An element with its text and what it holds; texts are never markup. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { text, class: className, href, label }: Props,
  children: readonly Element[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  if (label) element.setAttribute('aria-label', label);
  if (href) element.setAttribute('href', href);
  if (name === 'a') element.setAttribute('target', '_blank');
  element.append(...children);
  return element;
}

async function ask(message: PopupMessage): Promise<void> {
  const state = await chrome.runtime.sendMessage<PopupMessage, State | null>(message);
  if (state) return show(state, await openSearch());
  const { popup } = textsOf(navigator.language.startsWith('da') ? 'da' : 'en');
  place.replaceChildren(make('p', { class: 'wall', text: popup.refused.offline }));
}

/** Shows what was pressed at once, and then what the installation says of it. */
async function carryOut(message: PopupMessage): Promise<void> {
  await ask(message);
  await ask({ ask: 'settled' });
}

function press(text: string, message: PopupMessage, className = ''): HTMLButtonElement {
  const button = make('button', { text, class: className });
  button.addEventListener('click', () => void carryOut(message));
  return button;
}

/** The search that the person has open, as it is watched; null where the page in front is none. */
async function openSearch(): Promise<string | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (!tab?.url) return null;
  const address = new URL(tab.url);
  const opened = openedPage(address.origin, address.pathname, installation.demoOrigin ?? undefined);
  return opened?.shows.kind === 'search' ? address.origin + pathOf(address, opened.pages.parameters) : null;
}

function show(state: State, search: string | null): void {
  const { popup: t } = textsOf(state.language);
  document.documentElement.lang = state.language;
  const when = (atMs: number) =>
    new Date(atMs).toLocaleString(state.language === 'da' ? 'da-DK' : 'en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
  const walls = Object.entries(state.walls) as [MarketplaceId, { atMs: number; wall: keyof typeof t.wall }][];
  const focusAgain = heldFocus();
  place.replaceChildren(
    make('h1', { text: t.title }),
    ...(state.isPaired
      ? []
      : [
          make('p', { text: t.notPaired }),
          make('a', { class: 'button main', text: t.pair, href: `${state.origin}/extension` }),
        ]),
    ...walls.map(([source, { wall, atMs }]) =>
      make('p', { class: 'wall' }, [
        make('span', { text: `${marketplaceNames[source]} ${t.wall[wall]} (${when(atMs)}) ` }),
        press(t.resume, { ask: 'resume', source }),
      ]),
    ),
    ...(state.refusal ? [make('p', { class: 'wall', text: t.refused[state.refusal] })] : []),
    make('h2', { text: t.watchTitle }),
    watchThis(state, search),
    make(
      'ul',
      {},
      state.watches.map((watch) => rowOf(watch, state, when)),
    ),
    make('p', { class: 'quiet', text: `${t.pages(state.pagesToday, state.pagesPerDay)}. ${t.quiet}` }),
    press(state.isWatching ? t.stopAll : t.startAll, { ask: 'watchAll', isOn: !state.isWatching }),
    make('h2', { text: t.sites }),
    ...marketplaceIds.map((source) => switchOf(source, state)),
    make('h2', { text: t.log }),
    state.log.length === 0
      ? make('p', { class: 'quiet', text: t.noLog })
      : make(
          'ul',
          {},
          state.log.slice(0, 20).map((entry) =>
            make('li', {
              class: 'quiet',
              text: [
                when(entry.atMs),
                entry.source && marketplaceNames[entry.source],
                t.event[entry.event],
                detailOf(entry, t),
              ]
                .filter(Boolean)
                .join(' · '),
            }),
          ),
        ),
    ...(state.isPaired
      ? [press(t.unpair, { ask: 'unpair' }), make('p', { class: 'quiet', text: t.keyStays })]
      : []),
  );
  place.setAttribute('aria-busy', 'false');
  focusAgain();
}

/** What has the keyboard's focus has it again once all is drawn anew: the same control, else the one in its place. */
function heldFocus(): () => void {
  const controls = () => [...place.querySelectorAll<HTMLElement>('a, button, select, input')];
  const nameOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent;
  const before = controls();
  const held = before.find((control) => control === document.activeElement);
  if (!held) return () => undefined;
  const namesakes = before.filter((control) => nameOf(control) === nameOf(held));
  return () => {
    const same = controls().filter((control) => nameOf(control) === nameOf(held));
    const again = same[Math.min(namesakes.indexOf(held), same.length - 1)];
    (again ?? controls()[Math.min(before.indexOf(held), controls().length - 1)])?.focus();
  };
}

/** Walls and refusals are stored by their names. */
function detailOf({ event, detail }: LogEntry, t: ExtensionTexts['popup']): string {
  if (event === 'wall') return t.wall[detail as Wall];
  return event === 'refused' ? t.refused[detail as Refusal] : detail;
}

/** How often a search is opened when nothing else is chosen. */
const usualMinutes = 60;

function watchThis(state: State, search: string | null): Element {
  const { popup: t } = textsOf(state.language);
  if (search === null) return make('p', { class: 'quiet', text: t.notHere });
  if (state.watches.some(({ href }) => href === search)) return make('span', {});
  if (state.starting === search) return make('p', { class: 'quiet', text: t.starting });
  const address = new URL(search);
  const name = address.searchParams.get('query') || address.pathname;
  const select = intervalChoice(t, t.every, usualMinutes);
  const button = make('button', { text: t.watchThis, class: 'main' });
  button.addEventListener(
    'click',
    () => void carryOut({ ask: 'watch', href: search, name, intervalMinutes: Number(select.value) }),
  );
  return make('div', { class: 'row' }, [button, select]);
}

function intervalChoice(t: ExtensionTexts['popup'], label: string, chosen: number): HTMLSelectElement {
  const select = make('select', { label });
  for (const minutes of browserIntervals) {
    const option = make('option', { text: t.interval(minutes) });
    option.value = String(minutes);
    option.selected = minutes === chosen;
    select.append(option);
  }
  return select;
}

function rowOf(watch: Watch, state: State, when: (atMs: number) => string): Element {
  const { popup: t } = textsOf(state.language);
  const select = intervalChoice(t, `${t.every}: ${watch.name}`, watch.intervalMinutes);
  select.addEventListener(
    'change',
    () => void carryOut({ ask: 'interval', id: watch.id, intervalMinutes: Number(select.value) }),
  );
  const seen = watch.lastSeenAtMs === null ? t.neverSeen : t.lastSeen(when(watch.lastSeenAtMs));
  return make('li', {}, [
    make('div', { class: 'row' }, [
      make('a', { text: watch.name, href: watch.href }),
      press(t.remove, { ask: 'unwatch', id: watch.id }),
    ]),
    make('div', { class: 'row quiet' }, [
      make('span', { text: `${marketplaceNames[watch.source]} · ${seen}` }),
      select,
    ]),
  ]);
}

function switchOf(source: MarketplaceId, state: State): Element {
  const box = make('input', {});
  box.type = 'checkbox';
  box.checked = !state.off.includes(source);
  box.addEventListener('change', () => void carryOut({ ask: 'switch', source, isOn: box.checked }));
  return make('label', { class: 'row' }, [make('span', { text: marketplaceNames[source] }), box]);
}

void ask({ ask: 'state' }).then(() => ask({ ask: 'look' }));
