/** What an operator did or left out: told as it is, without where in the code it was noticed. */
export class Refusal extends Error {}

/** Runs a command of the operator's. */
export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
