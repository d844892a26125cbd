type Sharp = typeof import('sharp').default;

let library: Promise<Sharp> | undefined;

/** The drawing library. It is native and takes longer to load than all else here: it can come while the car is asked for. */
export function loadSharp(): Promise<Sharp> {
  library ??= import('sharp').then((loaded) => loaded.default);
  return library;
}
