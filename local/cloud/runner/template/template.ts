import type { Assembly } from './assembly.ts';
import { createResolver, type ReferenceBook, type Resolve } from './intrinsics.ts';
import { type LocalOrigins, nameResources } from './physical-names.ts';

export type ResolvedResource<P> = { logicalId: string; properties: P };

/** The template with its references resolved to local names. */
export type Template = {
  stackName: string;
  book: ReferenceBook;
  resolve: Resolve;
  assetFolder: Assembly['assetFolder'];
  /**
   * All resources of these types. `P` names the properties the caller reads: cdk synth has checked the template against
   * CloudFormation's schema, so they are taken at their word.
   */
  all<P>(...types: string[]): ResolvedResource<P>[];
  ref(logicalId: string): string;
  arn(logicalId: string): string;
};

export function openTemplate(assembly: Assembly, origins: LocalOrigins): Template {
  const book = nameResources(assembly, origins);
  const resolve = createResolver(book, assembly.stackName);
  return {
    stackName: assembly.stackName,
    book,
    resolve,
    assetFolder: (hashOrKey) => assembly.assetFolder(hashOrKey),
    all: <P>(...types: string[]) =>
      Object.entries(assembly.resources)
        .filter(([, resource]) => types.includes(resource.Type))
        .map(([logicalId, resource]) => ({ logicalId, properties: resolve(resource.Properties ?? {}) as P })),
    ref: (logicalId) => book.refs.get(logicalId) ?? logicalId,
    arn: (logicalId) => book.attributes.get(`${logicalId}.Arn`) ?? logicalId,
  };
}
