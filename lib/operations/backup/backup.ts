import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { requireOutputs } from '#lib/operations/stage-options.ts';
import { homeRegion, Refusal, runCommand } from '#lib/stage.ts';
import { commonOptions, readStageOptions } from '../stage-options.ts';
import { scanTable, writeBackup } from './table-backup.ts';

const help = `Writes every item of a stage's table into a folder: items.jsonl.gz and manifest.json.

  npm run ops -- backup --stage prod FOLDER

${commonOptions}

It reads the table as it is while others write it; the restore to a point in time of DynamoDB itself has no such seam.
The folder holds personal data: keep it as long as the duty that asks for it, and where only its keepers read.
`;

await runCommand(async () => {
  const options = readStageOptions(process.argv.slice(2), 'backup');
  if (!options) return console.info(help);
  const [folder, ...more] = options.words;
  if (!folder || more.length > 0)
    throw new Refusal('Name one folder: npm run ops -- backup --stage prod FOLDER');
  const { Table } = await requireOutputs(options.stage, ['Table']);
  const client = new DynamoDBClient({ region: homeRegion });
  const takenAt = new Date().toISOString();
  const { items } = await writeBackup(folder, { tableName: Table, takenAt }, scanTable(client, Table));
  console.info(`${items} items of ${Table} are in ${folder}.`);
});
