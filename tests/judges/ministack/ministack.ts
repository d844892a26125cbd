import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stackNameOf } from '#lib/stage.ts';
import { cache, type Judge, synthesizeStages, type Verdict } from '../judge.ts';
import { type Emulator, withEmulator } from './emulator.ts';
import { addRefused, withDeployable } from './emulator-assembly.ts';
import { Rehearsal, stepsWith } from './steps.ts';

/** The way of dev through a new account: from nothing, again without a change, and an update that goes back. */
function rehearse(emulator: Emulator, from: string | undefined): Promise<Verdict> {
  const { folder } = synthesizeStages().find(({ stage }) => stage === 'dev')!;
  const { bootstrap, deploy, deleteStack, copyFiles, look, ask } = stepsWith(emulator);
  mkdirSync(cache, { recursive: true });
  const former = join(cache, 'cdk.out-former');
  const assembly = join(cache, 'cdk.out-emulator');
  const changed = join(cache, 'cdk.out-refused');
  return withDeployable(emulator, async ({ search, write }) => {
    const rehearsal = new Rehearsal();
    write(from ?? folder, former);
    write(folder, assembly);
    write(folder, changed, addRefused);
    await rehearsal.succeeds('bootstrap', bootstrap);
    if (!(await rehearsal.succeeds('first deployment', () => deploy(former)))) return rehearsal.verdict;
    await rehearsal.succeeds("the app's files", () => copyFiles(from ?? folder));
    await rehearsal.findsNothing('verify', () => look('verify'));
    await rehearsal.findsNothing('doctor', () => look('doctor'));
    const cars = await rehearsal.imports(() => ask({ isNew: true, search }));
    const keepsCars = async (when: string) => {
      const { cars: now } = await ask({ isNew: false });
      rehearsal.expects(now === cars, `After ${when} ${now} of ${cars} cars are there.`);
    };
    if (from !== undefined) {
      await rehearsal.succeeds('upgrade', () => deploy(assembly));
      await keepsCars('the upgrade');
    }
    const again = await rehearsal.step('the same again', () => deploy(assembly));
    rehearsal.expects(
      again.text.includes('no changes'),
      `Deploying the same again changes something: ${again.text.slice(-1500)}`,
    );
    await rehearsal.isRefused('an update that goes back', [], () => deploy(changed));
    await keepsCars('going back');
    await rehearsal.succeeds('the next deployment', () => deploy(assembly));
    const stackName = stackNameOf('dev');
    await rehearsal.succeeds('deleting the main stack', () => deleteStack(stackName));
    await rehearsal.succeeds('deploying it again', () => deploy(assembly));
    await keepsCars('deploying the main stack again');
    return rehearsal.verdict;
  });
}

/** ministack: the toolkit deploys the template with roles and permissions enforced, and a person imports through it. */
export const ministack: Judge = {
  name: 'ministack',
  judge: ({ from }) => withEmulator('dev', (emulator) => rehearse(emulator, from)),
};
