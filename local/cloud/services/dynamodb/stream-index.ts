import { DatabaseSync } from 'node:sqlite';

/**
 * What the engine asks of a stream's records: the next number at every write, and the records after a number at every
 * poll. It keeps them without an index and so reads all of them, images included, each time: 3,000 changes make a write
 * cost twenty times as much.
 */
const indexes = `
  CREATE INDEX IF NOT EXISTS ours_stream_next ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX IF NOT EXISTS ours_stream_after ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
`;

/** Adds the indexes to the database of a running engine. One without the records' table is left as it is. */
export function indexStreamRecords(databasePath: string): void {
  const database = new DatabaseSync(databasePath, { timeout: 5000 });
  try {
    const table = database.prepare(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_stream_records'",
    );
    if (table.get()) database.exec(indexes);
  } finally {
    database.close();
  }
}
