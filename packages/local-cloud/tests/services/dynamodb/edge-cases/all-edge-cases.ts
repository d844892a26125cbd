import { batchCases } from './batches.ts';
import type { EdgeCase } from './edge-case.ts';
import { keyCases } from './keys.ts';
import { queryCases } from './queries.ts';
import { streamCases } from './streams.ts';
import { updateCases } from './updates.ts';

export const edgeCases: readonly EdgeCase[] = [
  ...[...keyCases, ...queryCases, ...updateCases],
  ...[...batchCases, ...streamCases],
];
