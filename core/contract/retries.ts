/**
 * How often and when a message is tried again: infrastructure sets it, the frame of the workers waits by it, and tests
 * live by it (decision 35).
 */

/** A message is given up after five tries: a new account runs ten functions at once, and a throttled try counts too. */
export const maxReceives = 5;

/** How long a message is hidden while its consumer works: AWS advises six times what that may take. */
export const visibilitySeconds = (consumerTimeoutSeconds: number): number => 6 * consumerTimeoutSeconds;

/** How long a visit is hidden that the visitor took: it says again and again that it is at it, until it is killed. */
export const visitHiddenSeconds = 120;

/**
 * A message whose try failed does not wait until it is seen again by itself; after its last try it goes to the given-up ones
 * at once. All tries fit into the four minutes after which the sweep takes it for lost.
 */
export const retryWaitSeconds = (receiveCount: number): number =>
  receiveCount >= maxReceives ? 0 : Math.min(90, 15 * 2 ** (receiveCount - 1));
