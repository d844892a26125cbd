import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stages } from '#lib/stage.ts';
import { cache } from './python-tool.ts';

const loud = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };

type Synthesized = { stage: string; folder: string; templates: string[] };
let synthesized: Synthesized[] | undefined;

/** The templates of each stage as they are deployed, and their folder, which also holds the bundles. Once for all judges. */
export function synthesizeStages(): Synthesized[] {
  synthesized ??= synthesize();
  return synthesized;
}

function synthesize(): Synthesized[] {
  if (spawnSync('node', ['lib/build/build.ts'], loud).status !== 0) throw new Error('The build failed.');
  return stages.map((stage) => {
    const folder = join(cache, `cdk.out-${stage}`);
    rmSync(folder, { recursive: true, force: true });
    const args = [
      'synth',
      '--strict',
      '--quiet',
      '--context',
      `stage=${stage}`,
      '--context',
      'synthOnly=true',
      '--output',
      folder,
    ];
    const { status, stderr } = spawnSync('cdk', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The stage ${stage} could not be synthesized: ${stderr}`);
    const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
    return { stage, folder, templates: templates.map((name) => join(folder, name)) };
  });
}
