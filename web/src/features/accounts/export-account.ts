import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../../api/call.ts';

type Export = Omit<CallResponse<'GET /api/account/export'>, 'next'>;

/** Everything stored of the caller, gathered over all pages of the answer. */
export async function gatherExport(): Promise<Export> {
  const { next: second, ...whole } = await call('GET /api/account/export');
  let next = second;
  while (next !== null) {
    const page = await call('GET /api/account/export', { query: { after: next } });
    for (const [kind, items] of Object.entries(page.items))
      whole.items[kind] = [...(whole.items[kind] ?? []), ...items];
    next = page.next;
  }
  return whole;
}

/** Hands a JSON file to the browser's downloads. */
export function saveJson(value: unknown, name: string): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by the next turn of the event loop; after it the address is of no use.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
