import { randomBytes } from 'node:crypto';
import { endpoint } from '#functions/endpoint.ts';
import { clock } from '#functions/platform/clock.ts';
import { keepTicket } from './store.ts';

/** A browser cannot send headers when it opens a socket, so it sends this ticket, valid for one socket within a minute. */
export const createLiveTicketRoute = endpoint('POST /api/live/ticket', async (_, caller) => {
  const ticket = randomBytes(24).toString('base64url');
  await keepTicket(ticket, { userId: caller.id, session: caller.session }, clock.now());
  return { ticket, url: `/live?ticket=${ticket}` };
});
