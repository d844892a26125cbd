/** Runs a worker's bundle once: `node run-job.ts <bundle>`. Its last line tells what it took of the processor and of memory. */
import { pathToFileURL } from 'node:url';

const { handler } = (await import(pathToFileURL(process.argv[2]!).href)) as { handler(): Promise<void> };
await handler();
const { user, system } = process.cpuUsage();
const { maxRSS } = process.resourceUsage();
process.stdout.write(`\n${JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: maxRSS / 1024 })}\n`);
