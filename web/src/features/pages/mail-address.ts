import { supportEmail } from '../../paths.ts';

/** A mailto: address with subject and body filled in. Line ends are CRLF inside the encoded body only (RFC 6068). */
export function mailAddress(subject: string, description: string, answerTo: string | null): string {
  const body = [description.trim(), ...(answerTo ? ['', answerTo] : [])]
    .join('\r\n')
    .replace(/\r?\n/g, '\r\n');
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
