import { runCommand } from '#lib/program-options.ts';

type Command = { does: string; run: (words: string[]) => Promise<void> | void };

/** `npm run ops -- <command> [options]`: operators' commands for a stage. Without a command it lists them. */
const commands: Record<string, Command> = {
  doctor: {
    does: 'names what a stage lacks, and the command that mends it',
    run: async (words) => (await import('./doctor.ts')).doctor(words),
  },
  verify: {
    does: 'asks whether the site answers after a deployment',
    run: async (words) => (await import('./doctor.ts')).verify(words),
  },
  edge: {
    does: 'makes the certificate, the web ACL and the budget of a stage',
    run: async (words) => (await import('./edge.ts')).run(words),
  },
  restore: {
    does: 'writes another table into the stage’s own',
    run: async (words) => (await import('./restore.ts')).run(words),
  },
  replay: {
    does: 'shows the dead-letter queue and sends its messages again',
    run: async (words) => (await import('./replay.ts')).run(words),
  },
  rotate: {
    does: 'changes the origin secret while the site is open',
    run: async (words) => (await import('./rotate.ts')).run(words),
  },
  cost: {
    does: 'says what a month costs',
    run: async (words) => (await import('./cost.ts')).run(words),
  },
  market: {
    does: 'lends an installation without cars a market of asking prices',
    run: async (words) => (await import('./market.ts')).run(words),
  },
  stripe: {
    does: 'makes a Stripe account sell the plans',
    run: async (words) => (await import('./stripe.ts')).run(words),
  },
};

const [name = '--help', ...words] = process.argv.slice(2);
const command = commands[name];
if (command) await runCommand(() => command.run(words));
else {
  const rows = Object.entries(commands).map(([each, { does }]) => `  ${each.padEnd(9)} ${does}`);
  console.info(
    [
      ...(name === '--help' ? [] : [`There is no command "${name}".`]),
      'npm run ops -- COMMAND [options]; COMMAND --help lists its options.',
      ...rows,
    ].join('\n'),
  );
  process.exitCode = name === '--help' ? 0 : 2;
}
