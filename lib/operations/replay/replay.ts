import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { requireOutputs } from '#lib/operations/stage-options.ts';
import { homeRegion, Refusal, runCommand } from '#lib/stage.ts';
import { commonOptions, readStageOptions } from '../stage-options.ts';
import { replay } from './parked-messages.ts';

const help = `Shows the messages that were given up and wait, and sends them again.

  npm run ops -- replay --stage prod                 what waits, and what would be sent
  npm run ops -- replay --stage prod --send all      sends all of it
  npm run ops -- replay --stage prod --send ID ID    sends these

${commonOptions}

Events that people are told of wait for two weeks. What an import gave up does not wait: it ended with what it had.
Mend the cause first, or they are given up once more.
`;

await runCommand(async () => {
  const options = readStageOptions(process.argv.slice(2), 'replay', ['send']);
  if (!options) return console.info(help);
  const isSending = options.flags.send === true;
  if (isSending && options.words.length === 0) throw new Refusal('Say what to send: --send all, or ids.');
  const { Table, NotifyQueue } = await requireOutputs(options.stage, ['Table', 'NotifyQueue']);
  const wanted = options.words.length === 0 || options.words.includes('all') ? 'all' : options.words;
  const { lines, sent } = await replay(
    {
      table: DynamoDBDocument.from(new DynamoDBClient({ region: homeRegion })),
      tableName: Table,
      queues: new SQSClient({ region: homeRegion }),
      queueUrl: NotifyQueue,
    },
    wanted,
    isSending,
  );
  for (const line of lines) console.info(line);
  if (lines.length === 0) console.info('Nothing waits.');
  else console.info(isSending ? `${sent} sent.` : 'Nothing was sent: --send does it.');
});
