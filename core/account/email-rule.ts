/**
 * An e-mail address as people have one: letters, digits and the usual signs, one @, a name with a dot. No quotes, brackets,
 * comments, spaces or control characters, which some mailers read as more than one address or as a header.
 */
export const emailPattern =
  /^[a-z0-9_%+'-]+(\.[a-z0-9_%+'-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
