/** Hands a file to the browser's downloads. `type`: a media type. */
export function saveFile(content: BlobPart, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by the next turn of the event loop; after it the address is of no use.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
