/** Where messages lie that were given up: written by the functions, sent again by an operator's command. */
export const parkedPartition = 'PARKED';

/** A message that was given up, as it stood on its queue. */
export type ParkedMessage = {
  /** SQS's own id. */
  id: string;
  /** ISO 8601, when it was sent first. */
  sentAt: string;
  body: string;
};
