import { healthKey } from './keys.ts';
import { getItem } from './table.ts';

/** Reads where nothing lies: that the table answers is what counts. @throws when it does not */
export async function askTable(): Promise<void> {
  await getItem(healthKey);
}
