/**
 * Longer than the user pool takes for any of the calls that are made so: a mail takes it some hundred milliseconds, and as
 * many more when the function that writes it starts.
 */
export const steadyAnswer = { ms: 1000 };

/** Does something that may not be told by how long it takes: it is over, well or not, no sooner than after `ms`. */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, steadyAnswer.ms)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Longer than the table takes for the few reads that find a car or none, a function's first ones among them. */
export const steadyMiss = { ms: 250 };

/**
 * What is found at once, and that nothing was found no sooner than after `ms`: a read that finds what may not be told takes
 * some milliseconds longer than one that finds nothing.
 */
export async function findSteadily<T>(find: () => Promise<T | null>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, steadyMiss.ms);
  });
  try {
    const found = await find();
    if (found === null) await waited;
    return found;
  } finally {
    clearTimeout(timer);
  }
}
