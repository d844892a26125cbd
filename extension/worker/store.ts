import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import type { LogEntry, State, Wall, Watch } from '../messages.ts';
import { dayOf } from './schedule.ts';

/** What the extension remembers beside its token. */
export type Stored = {
  language: State['language'];
  off: MarketplaceId[];
  walls: Partial<Record<MarketplaceId, { wall: Wall; atMs: number }>>;
  watches: Watch[];
  isWatching: boolean;
  pages: { day: string; count: number };
  log: LogEntry[];
};

const nothing: Stored = {
  language: 'en',
  off: [],
  walls: {},
  watches: [],
  isWatching: true,
  pages: { day: '', count: 0 },
  log: [],
};

/** Lines of the log that are kept; the oldest go first. */
const mostLogLines = 200;

/** The extension's memory in the browser's storage. Changes run one after the other, so that none is lost. */
export class Store {
  #last: Promise<unknown> = Promise.resolve();
  readonly #area: Pick<chrome.storage.StorageArea, 'get' | 'set'>;

  constructor(area: Pick<chrome.storage.StorageArea, 'get' | 'set'>) {
    this.#area = area;
  }

  async read(): Promise<Stored> {
    const { stored } = await this.#area.get('stored');
    return { ...nothing, ...(stored as Partial<Stored> | undefined) };
  }

  /** `change` returns what becomes different. */
  change(change: (stored: Stored) => Partial<Stored>): Promise<Stored> {
    const done = this.#last.then(async () => {
      const stored = await this.read();
      const changed = { ...stored, ...change(stored) };
      await this.#area.set({ stored: changed });
      return changed;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async log(entry: LogEntry): Promise<void> {
    await this.change(({ log }) => ({ log: [entry, ...log].slice(0, mostLogLines) }));
  }
}

/** Pages that were opened on the day of `now`. */
export const pagesOn = ({ pages }: Stored, now: Date): number => (pages.day === dayOf(now) ? pages.count : 0);
