type Input = {
  Bucket?: string;
  Key?: string;
  Prefix?: string;
  ContinuationToken?: string;
  Body?: Uint8Array;
  Delete?: { Objects: { Key: string }[] };
};

/** Small pages, so that a folder of many objects is listed in several. */
const pageObjects = 2;

/** S3 as the product uses it, in memory. */
export function createMemoryObjects() {
  const buckets = new Map<string, Map<string, Uint8Array>>();
  /** Keys of objects that nobody may delete. */
  const locked = new Set<string>();

  function bucket(name: string | undefined): Map<string, Uint8Array> {
    const known = buckets.get(String(name)) ?? new Map<string, Uint8Array>();
    buckets.set(String(name), known);
    return known;
  }

  function list({ Bucket, Prefix = '', ContinuationToken: after = '' }: Input): object {
    const keys = [...bucket(Bucket).keys()].filter((key) => key.startsWith(Prefix) && key > after).sort();
    const page = keys.slice(0, pageObjects);
    const Contents = page.map((Key) => ({ Key }));
    return { Contents, ...(keys.length > page.length && { NextContinuationToken: page.at(-1) }) };
  }

  function deleteAll({ Bucket, Delete }: Input): object {
    const keys = Delete!.Objects.map(({ Key }) => Key);
    for (const key of keys) if (!locked.has(key)) bucket(Bucket).delete(key);
    const Errors = keys.filter((key) => locked.has(key)).map((Key) => ({ Key, Code: 'AccessDenied' }));
    return Errors.length > 0 ? { Errors } : {};
  }

  return {
    /** The bytes of a bucket's objects by their keys. */
    bucket,
    locked,
    /** Carries out a command of the SDK's client. */
    carryOut(name: string, input: Input): object {
      if (name === 'PutObjectCommand') bucket(input.Bucket).set(input.Key!, input.Body!);
      else if (name === 'ListObjectsV2Command') return list(input);
      else if (name === 'DeleteObjectsCommand') return deleteAll(input);
      else throw new Error(`${name} is not known to the objects in memory`);
      return {};
    },
    /** What a signed GET of `/bucket/key` answers. */
    read(pathname: string): { status: number; body: string | Uint8Array } {
      const [, name, ...key] = decodeURIComponent(pathname).split('/');
      const body = bucket(name).get(key.join('/'));
      return body ? { status: 200, body } : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    },
  };
}
