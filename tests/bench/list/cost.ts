import { contract } from '#core/contract/table.ts';

// What a request costs in eu-north-1, dollars (public prices, November 2026).
const arm64PerGbSecond = 0.0000133334;
const perMillionInvocations = 0.2;
const perMillionApiRequests = 1;
const { memoryMb } = contract['GET /api/cars'];
const memoryGb = memoryMb / 1024;
/** How much of a processor Lambda gives with it: a whole one at 1,769 MB, and no more than one to what runs in one thread. */
const processorShare = Math.min(1, memoryMb / 1769);

/** Dollars for a million answers that take `cpuMs` of a whole processor each; Lambda bills whole milliseconds. */
export function dollarsPerMillion(cpuMs: number): number {
  const billedMs = Math.ceil(cpuMs / processorShare);
  return billedMs * 1000 * memoryGb * arm64PerGbSecond + perMillionInvocations + perMillionApiRequests;
}
