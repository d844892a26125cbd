import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** The least a handler of ours can be: the SDK and one read. What the others cost is said as a multiple of it. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler(): Promise<object> {
  const { Item } = await client.send(
    new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: 'a', sk: 'b' } }),
  );
  return { statusCode: 200, body: JSON.stringify(Item ?? null) };
}
