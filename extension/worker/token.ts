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
