import { loadTextCodec } from '#functions/_adapters/text-codec.ts';

/** As the functions pack the texts of a snapshot. */
export const textCodec = await loadTextCodec();
