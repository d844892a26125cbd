import { healthKey } from './keys.ts';
import { getItem } from './table.ts';

/** Reads a key that does not exist: a health check of the table. @throws when it does not answer */
export async function askTable(): Promise<void> {
  await getItem(healthKey);
}
