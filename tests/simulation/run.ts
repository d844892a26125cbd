/**
 * `npm run simulate [-- options]` lives seed after seed (`simulate.ts`); `npm run simulate -- growth` lives days of many people
 * (`growth.ts`); `npm run simulate -- sweep` lets every single call to the cloud fail (`seeded/sweep.ts`).
 */
const programs: Record<string, string> = { growth: './growth.ts', sweep: './seeded/sweep.ts' };
const program = programs[process.argv[2] ?? ''];
if (program) process.argv.splice(2, 1);
await import(program ?? './simulate.ts');
