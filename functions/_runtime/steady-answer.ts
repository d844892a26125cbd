/** Longer than the user pool takes for any of the calls that are made so: a mail takes it some hundred milliseconds. */
export const steadyAnswer = { ms: 700 };

/** Does something that may not be told by how long it takes: it is over, well or not, no sooner than after `ms`. */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, steadyAnswer.ms)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
