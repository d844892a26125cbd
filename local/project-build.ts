import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { region } from 'local-cloud/wire/names.ts';
import { compileCacheFolder, hashInputs, repositoryRoot } from '#lib/build/output.ts';

/** The inputs of the bundles, the web app and the template. */
const inputs = ['bin', 'lib', 'core', 'functions', 'web', 'package-lock.json', 'cdk.json', 'tsconfig.json'];

/** Runs one of the project's programs with this Node; rejects with its output when it fails. */
function run(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`node ${args.join(' ')} failed:\n${said.trim()}`));
    });
  });
}

async function synthesize(outputFolder: string): Promise<void> {
  const settings = JSON.parse(readFileSync(join(repositoryRoot, 'cdk.json'), 'utf8')) as { context?: object };
  const context = {
    ...settings.context,
    // Assets are used where the build left them: copying Chromium and models into the assembly would take seconds.
    'aws:cdk:disable-asset-staging': true,
    // The cloud stage's settings do not apply to this machine (local/options.ts).
    stageFile: 'none',
  };
  rmSync(outputFolder, { recursive: true, force: true });
  await run(['bin/app.ts'], {
    CDK_OUTDIR: outputFolder,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    CDK_DEFAULT_REGION: region,
    // Whether AWS would take the template is checked by `npm run synth`, for a third of the time.
    CDK_VALIDATION: 'false',
  });
}

/**
 * Builds the bundles and the web app and synthesizes the template if any input has changed. Returns the assembly's folder.
 */
export async function buildProject(tell: (sentence: string) => void): Promise<string> {
  const buildFolder = join(repositoryRoot, '.build');
  const cdkOut = join(buildFolder, 'cdk.out');
  const stamp = join(buildFolder, 'local-inputs');
  const hash = hashInputs(inputs);
  if (existsSync(stamp) && existsSync(cdkOut) && readFileSync(stamp, 'utf8') === hash) return cdkOut;
  tell('Building functions and web app …');
  await run(['lib/build/build.ts']);
  tell('Synthesizing the template …');
  await synthesize(cdkOut);
  rmSync(compileCacheFolder, { recursive: true, force: true });
  mkdirSync(buildFolder, { recursive: true });
  writeFileSync(stamp, hash);
  return cdkOut;
}
