import { S3Client } from '@aws-sdk/client-s3';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { againstAws, contractTarget, temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import { afterAll, vi } from 'vitest';

/** A bucket for the tests of a file, of the embedded service or, where the environment names one, of AWS. */
export async function contractBucket() {
  const Bucket = process.env.LOCAL_CLOUD_CONTRACT_BUCKET ?? 'contract-bucket';
  const folder = temporaryFolder();
  const store = new ObjectStore(folder.path);
  const target = await contractTarget(() => createObjectService(store));
  const s3 = new S3Client(target.config);
  store.createBucket(Bucket);
  // Against AWS the environment has them.
  if (!againstAws) {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', target.origin);
    vi.stubEnv('AWS_REGION', 'eu-north-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  }
  afterAll(async () => {
    vi.unstubAllEnvs();
    s3.destroy();
    await target.close();
    folder.remove();
  });
  return { Bucket, s3 };
}
