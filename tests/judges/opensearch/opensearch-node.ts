import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cache, Unable, withServer } from '../judge.ts';

export const version = '2.19.6';
const logging = '2.25.4';

const dependency = (group: string, name: string, of = version) =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${of}</version></dependency>`;
const project = `<project><modelVersion>4.0.0</modelVersion><groupId>judges</groupId><artifactId>judges</artifactId><version>1</version>
<dependencies>${[
  dependency('org.opensearch', 'opensearch'),
  ...['transport-netty4-client', 'analysis-common', 'lang-painless'].map((name) =>
    dependency('org.opensearch.plugin', name),
  ),
  // The engine does not start without it, and names it as optional.
  dependency('org.apache.logging.log4j', 'log4j-core', logging),
].join('')}</dependencies></project>
`;

const hasCompiler = () =>
  spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout?.includes('jdk.compiler');

/** The engine's libraries in the folder, fetched once. @throws Unable without Java, its compiler or the artifacts */
export function install(folder = join(cache, `opensearch-${version}`)): string {
  if (spawnSync('java', ['-version']).status !== 0) throw new Unable('There is no Java here.');
  if (!hasCompiler())
    throw new Unable('This Java has no compiler, which its starter needs: a JDK is asked for.');
  const libraries = join(folder, 'lib');
  if (existsSync(libraries)) return libraries;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pom.xml'), project);
  const fetched = join(folder, 'fetched');
  rmSync(fetched, { recursive: true, force: true });
  const goal = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${fetched}`];
  if (spawnSync('mvn', goal, { cwd: folder }).status !== 0)
    throw new Unable(`Maven could not fetch OpenSearch ${version}.`);
  // Whole or not at all: what was cut off is fetched again.
  renameSync(fetched, libraries);
  return libraries;
}

/** Starts one node with nothing in it, does the work and ends it. */
async function withOpenSearch<T>(
  libraries: string,
  megabytes: number,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'opensearch-'));
  mkdirSync(join(home, 'config'));
  const starter = resolve(import.meta.dirname, 'OneNode.java');
  const memory = [`-Xms${megabytes}m`, `-Xmx${megabytes}m`];
  const args = (port: number) => [
    ...memory,
    '-cp',
    join(resolve(libraries), '*'),
    starter,
    home,
    String(port),
  ];
  try {
    return await withServer({ name: 'OpenSearch', path: 'java', args, cwd: home }, work);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The same with the product's own adapters asking that node. */
export const withEngine = <T>(libraries: string, megabytes: number, work: () => Promise<T>): Promise<T> =>
  withOpenSearch(libraries, megabytes, (origin) => {
    // It checks no signature.
    const keys = { AWS_ACCESS_KEY_ID: 'judge', AWS_SECRET_ACCESS_KEY: 'judge' };
    Object.assign(process.env, { CAR_INDEX_ENDPOINT: origin, ...keys });
    return work();
  });
