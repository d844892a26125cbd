import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';

/** What is told of an import that runs. */
export const importStatus = (change: Partial<ScrapeStatusWire>): ScrapeStatusWire => ({
  jobId: 'j1',
  source: 'facebook',
  status: 'ocr',
  percent: 50,
  carsFound: 41,
  carsDone: 23,
  carsFailed: 0,
  failure: null,
  startedAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:05Z',
  ...change,
});
