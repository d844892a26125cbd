import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** One client per execution environment; sets come back as JavaScript sets, undefined fields are left out. */
export const documentClient = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
  marshallOptions: { removeUndefinedValues: true },
});
