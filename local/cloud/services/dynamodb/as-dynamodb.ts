import { jsonError, targetOperation } from '../../wire/json-protocol.ts';
import { ServiceError, type WireRequest, type WireResponse, type WireService } from '../../wire/service.ts';
import { isChange, type RecordsPage } from './changed-records.ts';
import { isChecked, Refusals } from './refusals/refusals.ts';

type Handle = WireService['handle'];

const describing = new Set(['CreateTable', 'DescribeTable']);
const read = <T>(body: WireResponse['body']) => JSON.parse(String(body)) as T;

/** A page of a stream without the records of writes that changed nothing; the next one when nothing else is on it. */
async function changes(pass: Handle, asked: WireRequest): Promise<WireResponse> {
  let request = asked;
  for (;;) {
    const answer = await pass(request);
    if (answer.status !== 200) return answer;
    const page = read<RecordsPage>(answer.body);
    const Records = page.Records.filter(isChange);
    if (Records.length === page.Records.length) return answer;
    if (Records.length > 0 || !page.NextShardIterator) {
      const { 'x-amz-crc32': _ofTheWhole, ...headers } = answer.headers ?? {};
      return { ...answer, headers, body: JSON.stringify({ ...page, Records }) };
    }
    const next = { ...read<object>(asked.body), ShardIterator: page.NextShardIterator };
    request = { ...asked, body: Buffer.from(JSON.stringify(next)) };
  }
}

/** An engine that answers as DynamoDB does where it would be kinder by itself. */
export function asDynamoDb(pass: Handle): Handle {
  const refusals = new Refusals();
  return async (asked) => {
    const operation = targetOperation(asked.headers) ?? '';
    if (operation === 'GetRecords') return changes(pass, asked);
    try {
      if (isChecked(operation)) refusals.check(operation, JSON.parse(asked.body.toString('utf8')));
    } catch (error) {
      // What cannot be read is the engine's to refuse.
      if (error instanceof ServiceError) return jsonError(error);
    }
    const answer = await pass(asked);
    if (describing.has(operation) && answer.status === 200) refusals.learn(read(answer.body));
    return answer;
  };
}
