/**
 * How much a request may carry that hands something on: an event entry and a whole PutEvents, a message and a whole batch.
 * AWS raised it from 256 KiB to 1 MiB, for queues in 2025 and for event buses in January 2026.
 */
export const mostPayloadBytes = 1_048_576;
