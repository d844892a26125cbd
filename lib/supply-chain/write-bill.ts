import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.ts';
import { type LockFile, shippedPackages } from './shipped-packages.ts';

/** `npm run sbom [-- --to FILE]`: what the deployed product is made of, as CycloneDX, from the lock file. */
const { values } = parseArgs({ options: { to: { type: 'string', default: '.build/bilfund.cdx.json' } } });
const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const { name, version } = read<{ name: string; version: string }>('package.json');
const packages = shippedPackages(read<LockFile>('package-lock.json'));
mkdirSync(dirname(values.to), { recursive: true });
writeFileSync(values.to, `${JSON.stringify(billOfMaterials({ name, version }, packages), null, 2)}\n`);
console.info(`${packages.length} packages are in ${values.to}.`);
