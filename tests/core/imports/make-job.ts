import type { Job } from '#core/imports/job.ts';

/** An import of two cars that is in progress; a test states only the fields it is about. */
export const makeJob = (fields: Partial<Job> = {}): Job => ({
  id: 'j',
  kind: 'scrape',
  href: 'https://www.facebook.com/marketplace/odense/search?query=octavia',
  linkHash: 'h',
  privateTo: null,
  sentBy: null,
  agreedPhotos: new Set(),
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
  nudgedAt: null,
  nudges: 0,
  ...fields,
});
