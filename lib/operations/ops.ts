/** `npm run ops -- <command> [options]`: operators' commands for a stage. Without a command it lists them. */
const commands: Record<string, { module: string; does: string }> = {
  doctor: { module: './doctor/doctor.ts', does: 'names what a stage lacks, and the command that mends it' },
  verify: { module: './doctor/verify.ts', does: 'asks whether the site answers after a deployment' },
  edge: { module: './edge.ts', does: 'makes the certificate, the web ACL and the budget of a stage' },
  backup: { module: './backup/backup.ts', does: 'writes the table into a folder' },
  restore: { module: './backup/restore.ts', does: 'writes a folder or a table back into the table' },
  replay: { module: './replay/replay.ts', does: 'shows the dead-letter queue and sends its messages again' },
  rotate: { module: './rotate/rotate.ts', does: 'changes the origin secret while the site is open' },
  pages: { module: './pages/pages.ts', does: 'lists marketplace pages that were not understood, by shape' },
  cost: { module: './cost/cost.ts', does: 'says what a month costs' },
  market: {
    module: './market/load.ts',
    does: 'lends an installation without cars a market of asking prices',
  },
  stripe: { module: '../stripe-sync/stripe-sync.ts', does: 'makes a Stripe account sell the plans' },
};

const [name = '--help'] = process.argv.splice(2, 1);
const command = commands[name];
if (command) await import(command.module);
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
