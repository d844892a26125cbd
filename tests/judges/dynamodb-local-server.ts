import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unable } from './judge.ts';
import { withServer } from './with-server.ts';

const version = '2.6.1';
const folder = join('node_modules/.cache/judges', `dynamodb-local-${version}`);
const libraries = join(folder, 'lib');

const project = `<project><modelVersion>4.0.0</modelVersion><groupId>judges</groupId><artifactId>judges</artifactId><version>1</version>
<dependencies><dependency><groupId>com.amazonaws</groupId><artifactId>DynamoDBLocal</artifactId><version>${version}</version></dependency></dependencies></project>
`;

export function install(): void {
  if (spawnSync('java', ['-version']).status !== 0) throw new Unable('There is no Java here.');
  if (existsSync(libraries)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pom.xml'), project);
  const copied = spawnSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: folder,
  });
  if (copied.status !== 0) throw new Unable(`Maven could not fetch DynamoDB Local ${version}.`);
}

/** Starts it with nothing in it, does the work and ends it. */
export function withDynamoDbLocal<T>(work: (endpoint: string) => Promise<T>): Promise<T> {
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const classes = ['-Djava.library.path=lib', '-cp', 'lib/*', main];
  const args = (port: number) => [...classes, '-inMemory', '-port', String(port)];
  return withServer({ name: 'DynamoDB Local', path: 'java', args, cwd: folder }, work);
}
