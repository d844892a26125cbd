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

/** Where the token lies, encrypted. */
type Area = Pick<chrome.storage.StorageArea, 'get' | 'set' | 'remove'>;

/** Where the key is: a browser's database, which gives it out for use and never for reading. */
export type KeyStore = { key(): Promise<Key> };
export type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The access token of this browser. It leaves this class only for the header of a request. */
export class TokenVault {
  readonly #area: Area;
  readonly #keys: KeyStore;

  constructor(area: Area, keys: KeyStore) {
    this.#area = area;
    this.#keys = keys;
  }

  async keep(token: string): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      await this.#keys.key(),
      new TextEncoder().encode(token),
    );
    await this.#area.set({ token: { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) } });
  }

  /** Null where there is none, or none that this browser's key opens. */
  async read(): Promise<string | null> {
    const { token } = await this.#area.get('token');
    const { iv, data } = (token ?? {}) as { iv?: string; data?: string };
    if (!iv || !data) return null;
    try {
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64(iv) },
        await this.#keys.key(),
        fromBase64(data),
      );
      return new TextDecoder().decode(text);
    } catch {
      return null;
    }
  }

  async forget(): Promise<void> {
    await this.#area.remove('token');
  }
}
