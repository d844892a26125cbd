import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { asDynamoDb, startTableEngine, type TableEngine } from '../../../services/dynamodb/table-engine.ts';
import { targetOperation } from '../../../wire/http.ts';
import { serveAlone, temporaryFolder } from '../../support/contract-target.ts';
import {
  type Answers,
  askEdgeCases,
  edgeCases,
  explainedAnswers,
  recordedAnswers,
} from './edge-cases/ask-edge-cases.ts';

const recorded = recordedAnswers();

const folder = temporaryFolder();
let ours: Answers;
/** Of each request in turn: whether the engine was asked, or we refused by ourselves. */
const reached: boolean[] = [];

beforeAll(async () => {
  const engine: TableEngine = await startTableEngine(join(folder.path, 'tables.sqlite'));
  let isReached = false;
  const handle = asDynamoDb((request) => {
    isReached = true;
    return engine.handle(request);
  });
  const served = await serveAlone({
    async handle(request) {
      isReached = false;
      const answer = await handle(request);
      const isCase = request.headers['x-amz-target']?.startsWith('DynamoDB_');
      if (isCase && targetOperation(request.headers) !== 'CreateTable') reached.push(isReached);
      return answer;
    },
    close: () => engine.close(),
  });
  ours = await askEdgeCases(served.origin);
  await served.close();
  folder.remove();
});

const nameOf = ({ name }: { name: string }) => name;
const isExplained = (name: string) => explainedAnswers[name] !== undefined;

/** Whether a request is taken and with what, or why it is refused; in which words is the engine's own affair. */
function outcomeOf(answers: Answers, name: string): unknown {
  const answer = answers.cases[name];
  if (!answer || 'taken' in answer) return answer;
  const reasons = answer.reasons as { Code: string }[] | undefined;
  return { refused: answer.refused, reasons: reasons?.map(({ Code }) => Code) };
}

describe('at the edge of what DynamoDB takes', () => {
  it('every case has an answer of DynamoDB Local, and a name of its own', () => {
    expect(edgeCases.map(nameOf)).toEqual(Object.keys(recorded.cases));
  });

  it.each(edgeCases.filter(({ name }) => !isExplained(name)))('a request that $name', ({ name }) => {
    expect(outcomeOf(ours, name)).toEqual(outcomeOf(recorded, name));
  });

  it.each(edgeCases.filter(({ name }) => isExplained(name)))('another answer that $name', ({ name }) => {
    expect(outcomeOf(ours, name)).not.toEqual(outcomeOf(recorded, name));
  });

  it('what the engine would take is refused in DynamoDB’s words', () => {
    const refused = edgeCases.map(nameOf).filter((name, at) => !reached[at] && !isExplained(name));
    const answers = ({ cases }: Answers) => refused.map((name) => [name, cases[name]]);
    expect(refused).toContain('asks for an empty beginning');
    expect(answers(ours)).toEqual(answers(recorded));
  });

  it('the stream has a record of every change, and none of a write that changes nothing', () => {
    expect(ours.stream).toEqual(recorded.stream);
  });
});
