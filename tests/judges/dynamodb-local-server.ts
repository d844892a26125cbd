import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from 'embedded-cloud/wire/free-port.ts';
import { Unable } from './judge.ts';

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

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
}

const longestStartMs = 30_000;

/** Starts it with nothing in it, on a free port, does the work and ends it. */
export async function withDynamoDbLocal<T>(work: (endpoint: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const classes = ['-Djava.library.path=lib', '-cp', 'lib/*', main];
  const server = spawn('java', [...classes, '-inMemory', '-port', String(port)], {
    ...{ cwd: folder, stdio: 'ignore' },
  });
  try {
    const until = Date.now() + longestStartMs;
    while (!(await answers(endpoint))) {
      if (Date.now() > until || server.exitCode !== null) throw new Error('DynamoDB Local did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await work(endpoint);
  } finally {
    server.kill();
  }
}
