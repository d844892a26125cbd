import type { ShippedPackage } from './shipped-packages.ts';

const purlOf = ({ name, version }: ShippedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** npm writes "(MIT OR CC0-1.0)"; an identifier alone and an expression have different places. */
function licencesOf(licence: string | null): object[] {
  if (licence === null) return [];
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  return [/\s/.test(plain) ? { expression: plain } : { license: { id: plain } }];
}

function hashesOf(integrity: string | null): object[] {
  const [, algorithm, base64] = /^sha(\d+)-(\S+)$/.exec(integrity ?? '') ?? [];
  if (!algorithm || !base64) return [];
  return [{ alg: `SHA-${algorithm}`, content: Buffer.from(base64, 'base64').toString('hex') }];
}

/**
 * CycloneDX 1.6 of what is shipped (https://cyclonedx.org/docs/1.6/json). Without a moment or a serial number: the same
 * lock file gives the same document.
 */
export function billOfMaterials(
  product: { name: string; version: string },
  packages: readonly ShippedPackage[],
): object {
  const reference = `${product.name}@${product.version}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': reference, ...product } },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': purlOf(one),
      name: one.name,
      version: one.version,
      purl: purlOf(one),
      licenses: licencesOf(one.licence),
      hashes: hashesOf(one.integrity),
    })),
  };
}
