import { browserIntervals } from '#core/imports/own-page.ts';
import { type MarketplaceId, marketplaceIds, marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { openedPage } from '#core/marketplaces/opened.ts';
import type { Installation } from '../manifest.ts';
import type { PopupMessage, State, Watch } from '../messages.ts';
import { textsOf } from '../texts.ts';

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
  place.replaceChildren(make('p', { class: 'wall', text: popup.refused }));
}

function press(text: string, message: PopupMessage, className = ''): HTMLButtonElement {
  const button = make('button', { text, class: className });
  button.addEventListener('click', () => void ask(message));
  return button;
}

/** The search that the person has open; null where the page in front is none. */
async function openSearch(): Promise<string | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (!tab?.url) return null;
  const { origin, pathname, href } = new URL(tab.url);
  return openedPage(origin, pathname, installation.demoOrigin ?? undefined)?.shows.kind === 'search'
    ? href
    : null;
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
    ...(state.refusal ? [make('p', { class: 'wall', text: t.refused })] : []),
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
          state.log.slice(0, 20).map(({ atMs, source, event, detail }) =>
            make('li', {
              class: 'quiet',
              text: [when(atMs), source && marketplaceNames[source], t.event[event], detail]
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
}

function watchThis(state: State, search: string | null): Element {
  const { popup: t } = textsOf(state.language);
  if (search === null) return make('p', { class: 'quiet', text: t.notHere });
  if (state.watches.some(({ href }) => href === search)) return make('span', {});
  const name = new URL(search).searchParams.get('query') || new URL(search).pathname;
  return press(t.watchThis, { ask: 'watch', href: search, name, intervalMinutes: 60 }, 'main');
}

function rowOf(watch: Watch, state: State, when: (atMs: number) => string): Element {
  const { popup: t } = textsOf(state.language);
  const select = make('select', { label: `${t.every}: ${watch.name}` });
  for (const minutes of browserIntervals) {
    const option = make('option', { text: t.interval(minutes) });
    option.value = String(minutes);
    option.selected = minutes === watch.intervalMinutes;
    select.append(option);
  }
  select.addEventListener(
    'change',
    () => void ask({ ask: 'interval', id: watch.id, intervalMinutes: Number(select.value) }),
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
  box.addEventListener('change', () => void ask({ ask: 'switch', source, isOn: box.checked }));
  return make('label', { class: 'row' }, [make('span', { text: marketplaceNames[source] }), box]);
}

void ask({ ask: 'state' }).then(() => ask({ ask: 'look' }));
