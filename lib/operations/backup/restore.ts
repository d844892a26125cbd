import { existsSync } from 'node:fs';
import { DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { requireOutputs } from '#lib/operations/stage-options.ts';
import { homeRegion, Refusal, runCommand } from '#lib/stage.ts';
import { commonOptions, readStageOptions } from '../stage-options.ts';
import { readBackup, readManifest, restoreTable, scanTable } from './table-backup.ts';

const help = `Makes a stage's table what a backup holds, or what another table holds.

  npm run ops -- restore --stage prod FOLDER             what would be written and deleted
  npm run ops -- restore --stage prod FOLDER --write     does it
  npm run ops -- restore --stage prod TABLE --write      the same from a table, such as one that DynamoDB
                                                     restored to a point in time beside the stack's own

${commonOptions}

Set IMPORTS_ENABLED and PAYMENTS_ENABLED to false and deploy first: what is written meanwhile would be taken away.
One that was cut off goes on where it was when it is run again.
`;

await runCommand(async () => {
  const options = readStageOptions(process.argv.slice(2), 'restore', ['write']);
  if (!options) return console.info(help);
  const [source, ...more] = options.words;
  if (!source || more.length > 0)
    throw new Refusal('Name one source: npm run ops -- restore --stage prod FOLDER|TABLE [--write]');
  const isFolder = existsSync(source);
  if (isFolder) await readManifest(source);
  const { Table } = await requireOutputs(options.stage, ['Table']);
  if (source === Table) throw new Refusal(`${Table} is the table of the stack itself. Nothing was changed.`);
  const isWriting = options.flags.write === true;
  const client = new DynamoDBClient({ region: homeRegion });
  const open = () => (isFolder ? readBackup(source) : scanTable(client, source));
  const { same, toWrite, toDelete } = await restoreTable(client, Table, open, { isWriting }).catch(
    (error) => {
      if (error instanceof ResourceNotFoundException)
        throw new Refusal(
          `${source} is neither a folder here nor a table in ${homeRegion}. Nothing was changed.`,
        );
      throw error;
    },
  );
  const verbs = isWriting ? ['were written', 'were deleted'] : ['would be written', 'would be deleted'];
  console.info(
    `Of ${Table}: ${same} items are as they were, ${toWrite} ${verbs[0]}, ${toDelete} ${verbs[1]}.`,
  );
  if (!isWriting) console.info('Nothing was changed: --write does it.');
});
