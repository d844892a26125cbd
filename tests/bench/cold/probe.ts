/** Measures one cold start: loads the bundle argv[2] and calls it with the event argv[3], if given. */
const [, , entry = '', event] = process.argv;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const before = cpuMs();
const { handler } = (await import(entry)) as {
  handler: (event: unknown, context: object) => Promise<unknown>;
};
// Waits until the bundle has loaded what it imports later, which is part of its start. Waiting costs no processor time.
await new Promise((resolve) => setTimeout(resolve, 200));
const loaded = cpuMs();
let status = 0;
if (event) {
  const answer = (await handler(JSON.parse(event), {})) as { statusCode?: number };
  status = answer.statusCode ?? 0;
}
const answered = cpuMs();
// File descriptor 3: the functions write their log to the standard output.
const { writeSync } = await import('node:fs');
writeSync(3, JSON.stringify({ loadMs: loaded - before, sumMs: answered - before, status }));
process.exit(0);
