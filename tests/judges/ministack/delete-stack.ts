/** Deletes a stack and waits until it is gone: `node delete-stack.ts NAME`. */
import {
  CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';

const StackName = process.argv[2];
const client = new CloudFormationClient({});
await client.send(new DeleteStackCommand({ StackName }));
await waitUntilStackDeleteComplete({ client, maxWaitTime: 240 }, { StackName });
