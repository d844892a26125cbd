import { loadTextCodec } from '#functions/catalog/snapshots.ts';

/** As the functions pack the texts of a snapshot. */
export const textCodec = await loadTextCodec();
