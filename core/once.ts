/** What is made when it is first asked for: a function that starts pays nothing for a table that it may never need. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
