import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripeResources } from '#lib/build/bundle-functions.ts';
import { repositoryRoot } from '#lib/build/output.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilfund-stripe-'));
let client: Record<string, unknown>;

beforeAll(async () => {
  const outfile = join(folder, 'stripe.mjs');
  await build({
    entryPoints: [join(repositoryRoot, 'node_modules/stripe/esm/stripe.esm.node.js')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [stripeResources],
  });
  const { default: Stripe } = await import(pathToFileURL(outfile).href);
  client = new Stripe('sk_test_x');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that the functions ask of Stripe's client, as their sources spell it: "checkout.sessions.create". */
function askedFor(): string[] {
  const folder = join(repositoryRoot, 'functions/payments');
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const calls = sources.flatMap((source) => [...source.matchAll(/\bstripe\s*\.([a-z][\w.\s]*)\(/gi)]);
  return [...new Set(calls.map(([, path]) => path!.replace(/\s/g, '')))].sort();
}

const lookUp = (path: string): unknown =>
  path.split('.').reduce<unknown>((owner, name) => (owner as Record<string, unknown>)?.[name], client);

describe('Stripe’s client in the bundles', () => {
  it.each(askedFor())('Stripe’s client in the bundles can call %s', (path) => {
    expect(lookUp(path)).toBeTypeOf('function');
  });

  it('the bundles call Stripe at more than a handful of places', () => {
    expect(askedFor().length).toBeGreaterThan(15);
    expect(askedFor()).toContain('checkout.sessions.create');
  });

  it('Stripe’s client in the bundles lacks resources that are never called', () => {
    expect(lookUp('coupons')).toBeDefined();
    expect(lookUp('coupons.create')).toBeUndefined();
    const source = readFileSync(join(folder, 'stripe.mjs'), 'utf8');
    for (const ofNoUse of ['KNOWN_EVENT_TYPES', 'subtleCrypto.importKey', 'NOOP_REQUEST_TIMEOUT'])
      expect(source).not.toContain(ofNoUse);
  });
});
