/** Saved pages are megabytes of text; a tenth of that travels. */
export async function gzip(file: Blob): Promise<Blob> {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).blob();
}
