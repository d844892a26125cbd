import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stages } from '#lib/stage.ts';
import { cache } from './python-tool.ts';

const loud = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };

/** The template of each stage as it is deployed, with the folder that also holds its bundles. */
export function synthesizeStages(): { stage: string; folder: string; template: string }[] {
  if (spawnSync('node', ['lib/build/build.ts'], loud).status !== 0) throw new Error('The build failed.');
  return stages.map((stage) => {
    const folder = join(cache, `cdk.out-${stage}`);
    const args = ['synth', '--strict', '--quiet', '--context', `stage=${stage}`, '--output', folder];
    const { status, stderr } = spawnSync('cdk', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The stage ${stage} could not be synthesized: ${stderr}`);
    return { stage, folder, template: join(folder, `Bilfund-${stage}.template.json`) };
  });
}
