import type { Job } from '#core/import/job.ts';

/** An import of two cars at which work goes on; a test names only what it is about. */
export const makeJob = (fields: Partial<Job> = {}): Job => ({
  id: 'j',
  kind: 'scrape',
  href: 'https://www.facebook.com/marketplace/odense/search?query=octavia',
  linkHash: 'h',
  privateTo: null,
  state: 'working',
  found: new Set(['a', 'b']),
  identified: new Set(),
  done: new Set(),
  failed: new Set(),
  added: new Set(),
  leftOut: new Set(),
  failure: null,
  isSettled: true,
  startedAt: '2026-11-21T08:00:00.000Z',
  beginsAt: '2026-11-21T08:00:00.000Z',
  isAutomatic: false,
  hasOwners: true,
  updatedAt: '2026-11-21T08:05:00.000Z',
  handedAt: null,
  nudgedAt: null,
  nudges: 0,
  ...fields,
});
